/** Refusals, with the param that each is about. */
package org.privatemean.refusal;
