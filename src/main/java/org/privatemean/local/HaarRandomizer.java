package org.privatemean.local;

import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.noise.BitSource;

/**
 * The device's side of HaarHRR: one sign about one level of the Haar tree of one coordinate, by
 * Hadamard randomized response (Cormode, Kulkarni and Srivastava 2019 for the tree; Lemma 5.1 of
 * Huang, Liang and Yi 2021, with a smaller error; page local-range-counting.md).
 *
 * <p>A value x of L bits is, at level l, in the node {@code v = x >> (L - l)}, in its left child (b
 * = 1) or its right (b = -1). The device draws j uniform on [0, 2^l) and sends (j, s), {@code s = b
 * (-1)^popcount(j & v)} flipped with probability {@code 1 / (1 + e^epsilon)}.
 *
 * <p><b>Privacy guarantee.</b> The report is epsilon-DP, for the epsilon of the coin, and {@code
 * epsilon tanh(epsilon / 2)}-zCDP: coordinate, level and j must not be functions of the value, nor
 * of its place in sorted data.
 */
record HaarRandomizer(RangeDomain domain, RandomizedResponse response) {
  public int assignLevel(BitSource label) {
    return (int) label.nextBelow(domain.levels());
  }

  /** Makes the report of one value, once; outside the universe the nearest end counts. */
  public HaarReport randomize(long value, int coordinate, int level, BitSource secret) {
    domain.checkCoordinate(coordinate);
    int levels = domain.levels();
    domain.checkLevel(level);
    long cell = domain.cell(value);
    long index = level == 0 ? 0 : secret.nextBits(level);
    boolean right = ((cell >>> (levels - 1 - level)) & 1) == 1;
    boolean odd = (Long.bitCount(index & (cell >>> (levels - level))) & 1) == 1;
    boolean negative = right ^ odd ^ response.flips(secret);
    return new HaarReport(coordinate, level, index, negative);
  }
}
