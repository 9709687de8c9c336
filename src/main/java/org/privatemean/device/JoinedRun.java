package org.privatemean.device;

/**
 * A run that the device joined: its pinned terms and its charge.
 *
 * @param runId the run's name
 * @param period that the run was charged to, "" for none
 * @param cost of the whole run
 * @param user digest of the user's id
 * @param sealing the keys that bundles are sealed to, none or two of 32 bytes
 * @param start the state of round 0, in its binary form
 */
@SuppressWarnings("ArrayRecordComponent") // Compared as written, never by equals.
record JoinedRun(
    String runId, String period, RunCost cost, byte[] user, byte[] sealing, byte[] start)
    implements JournalEntry {}
