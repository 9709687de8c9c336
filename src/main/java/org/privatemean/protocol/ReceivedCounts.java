package org.privatemean.protocol;

/**
 * The number of users whose data were used in a round.
 *
 * @param accepted reports or messages that were used
 * @param dropped those that no honest user of this round could have sent
 */
public record ReceivedCounts(long accepted, long dropped) {}
