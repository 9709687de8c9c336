/**
 * The sum of vectors of a ball in the local model: what one device reports of its vector, and how
 * the server reads it.
 */
@Internal
package org.privatemean.local.ball;

import org.privatemean.annotation.Internal;
