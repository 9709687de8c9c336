package org.privatemean.privacy.ledger.durable;

/** A stored result, one line of JSON, with the charge that paid for it and the time of that. */
public record StoredResult(ChargeReceipt ticket, String written, String body) {}
