package org.privatemean.device;

/**
 * An answered round.
 *
 * @param run index of the joined run, from 0
 * @param round index of the round, from 0
 * @param digest of the answered state
 * @param bundle the bytes sent, which are sent again; null if they were lost before they were sent
 */
@SuppressWarnings("ArrayRecordComponent") // Compared as written, never by equals.
record AnsweredRound(int run, int round, String digest, byte[] bundle) implements JournalEntry {}
