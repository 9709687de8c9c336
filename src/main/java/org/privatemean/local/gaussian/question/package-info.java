/**
 * What a device is asked about one value, and how it randomizes its answer: a digit or a side of
 * the value, a one-hot code, or the position itself with integer noise.
 */
package org.privatemean.local.gaussian.question;
