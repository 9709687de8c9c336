package org.privatemean.device;

/**
 * A round that was answered.
 *
 * @param run which of the runs joined, from 0 in their order
 * @param round the round that was to come, from 0
 * @param digest of the state that was answered
 * @param bundle what was sent, and is sent again; null where it was lost before it was sent
 */
@SuppressWarnings("ArrayRecordComponent") // Compared as written, never by equals.
record AnsweredRound(int run, int round, String digest, byte[] bundle) implements JournalEntry {}
