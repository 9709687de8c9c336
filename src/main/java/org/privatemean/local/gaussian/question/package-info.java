/**
 * Questions to a device about one value, and their randomizers: a digit or a side of the value, a
 * one-hot code, or the position itself with integer noise.
 */
@Internal
package org.privatemean.local.gaussian.question;

import org.privatemean.annotation.Internal;
