package org.privatemean.protocol;

/** The numbers of messages of a round that were used, and that no honest user could have sent. */
public record ReceivedCounts(long accepted, long dropped) {}
