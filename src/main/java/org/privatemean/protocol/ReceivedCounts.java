package org.privatemean.protocol;

/**
 * How much of what came in during a round was used.
 *
 * @param accepted reports or messages that were used
 * @param dropped those that no honest user of this round could have sent
 */
public record ReceivedCounts(long accepted, long dropped) {}
