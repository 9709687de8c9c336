/**
 * What rounds over devices share, in the local and in the shuffle model: the public state and its
 * digest, the key that a simulation draws its users' bits from, binary forms, and range counts that
 * are answered from estimates of one round.
 */
package org.privatemean.protocol;
