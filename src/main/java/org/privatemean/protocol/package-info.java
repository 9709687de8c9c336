/**
 * Common code of rounds over devices, in the local and in the shuffle model: the plan, made from
 * public values; the public state between two rounds, its digest and its binary form; the tally of
 * what came in during a round; what a client computes of its row; the key that a simulation draws
 * its users' bits from; and range counts that are answered from estimates of one round.
 */
@Internal
package org.privatemean.protocol;

import org.privatemean.annotation.Internal;
