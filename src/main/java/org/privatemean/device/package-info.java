/**
 * The code that runs on a user's device: a secret key, a ledger of what was answered, and sessions
 * that answer each round once.
 */
package org.privatemean.device;
