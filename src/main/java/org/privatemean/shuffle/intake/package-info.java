/**
 * From bundles to tallies: the shuffler takes every user's bundle exactly once and mixes what is in
 * them, and the server opens the messages one by one.
 */
@Internal
package org.privatemean.shuffle.intake;

import org.privatemean.annotation.Internal;
