/**
 * The central model: a trusted curator holds the exact aggregates and adds noise once, on the
 * driver, after the ledger was charged.
 */
package org.privatemean.central;
