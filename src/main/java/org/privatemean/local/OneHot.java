package org.privatemean.local;

import org.privatemean.noise.BitSource;
import org.privatemean.numeric.Normal;

/**
 * The value's bin as K bits, each flipped with probability 1 / (e^(eps/2) + 1) (the first phase of
 * KnownVar): eps-DP, as two values change two bits. Cells: the number of answers, then how many had
 * each bit set.
 */
record OneHot(double width, int bins, RandomizedResponse response) implements Question {
  static final int MAX_BINS = (1 << 20) + 1;

  int bin(double value) {
    double offset = Math.floor(value / width + 0.5);
    int last = bins / 2;
    return (int) Math.max(-last, Math.min(last, offset)) + last;
  }

  @Override
  public byte[] answer(double value, BitSource bits) {
    int truth = bin(value);
    byte[] answer = new byte[(bins + 7) / 8];
    for (int b = 0; b < bins; b++) {
      answer[b >> 3] |= (byte) (response.respond(b == truth ? 1 : 0, bits) << (b & 7));
    }
    return answer;
  }

  @Override
  public int cells() {
    return bins + 1;
  }

  @Override
  public boolean count(byte[] answer, long[] cells) {
    boolean spareBitsAreZero =
        answer.length == (bins + 7) / 8
            && (answer[answer.length - 1] & 0xFF) >>> (bins - 8 * (answer.length - 1)) == 0;
    if (!spareBitsAreZero) {
      return false;
    }
    cells[0]++;
    for (int b = 0; b < bins; b++) {
      cells[b + 1] += (answer[b >> 3] >> (b & 7)) & 1;
    }
    return true;
  }

  double[] users(long[] cells) {
    double[] users = new double[bins];
    double scale = response.scale();
    double other = response.other();
    for (int b = 0; b < bins; b++) {
      users[b] = scale * (cells[b + 1] - cells[0] * other);
    }
    return users;
  }

  /** Returns the middle of the fullest bin, the lowest of equal ones. */
  double fullest(long[] cells) {
    double[] users = users(cells);
    int best = 0;
    for (int b = 1; b < bins; b++) {
      best = users[b] > users[best] ? b : best;
    }
    return (best - bins / 2) * width;
  }

  @Override
  public long[] expectedCounts(double users, double mean, double sigma) {
    long[] cells = new long[cells()];
    cells[0] = Math.round(users);
    double other = response.other();
    double gain = response.truth() - other;
    double left = 0;
    for (int b = 0; b < bins; b++) {
      double edge = (b - bins / 2 + 0.5) * width;
      double right = b == bins - 1 ? 1 : Normal.cdf((edge - mean) / sigma);
      cells[b + 1] = Math.round(users * (other + gain * (right - left)));
      left = right;
    }
    return cells;
  }
}
