package org.privatemean.privacy.ledger.durable;

/**
 * A stored result.
 *
 * @param ticket the charge that paid for it
 * @param written when it was charged, in words for people
 * @param body what was stored: one line of JSON
 */
public record StoredResult(ChargeReceipt ticket, String written, String body) {}
