/**
 * The protocols of one coordinate: which questions its rounds ask, and how the counts of the
 * answers become a mean and a standard deviation. KV and UV of Joseph, Kulkarni, Mao and Wu with
 * the standard deviation known ({@code KnownSigma}) and unknown ({@code UnknownSigma}); those of
 * Gaboardi, Rogers and Sheffet ({@code KnownVar}, {@code UnkVar}).
 */
@Internal
package org.privatemean.local.gaussian.coordinate;

import org.privatemean.annotation.Internal;
