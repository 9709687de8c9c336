package org.privatemean.bench.local;

import java.util.Arrays;

/**
 * How fast one core makes and takes in reports.
 *
 * @param party whose
 * @param made users whose reports are made, a second
 * @param added users whose reports are taken in, a second; 0 where nobody sends
 */
record Throughput(Party party, double made, double added) {
  private static final int WINDOWS = 5;

  /** The median of five windows after one to warm up. */
  static Throughput of(Party party, long windowNanos) {
    double added = party.bytes() == 0 ? 0 : rate(party.add(), windowNanos);
    return new Throughput(party, rate(party.make(), windowNanos), added);
  }

  private static double rate(Runnable run, long windowNanos) {
    double[] rates = new double[WINDOWS + 1];
    for (int window = 0; window < rates.length; window++) {
      rates[window] = window(run, windowNanos);
    }
    double[] counted = Arrays.copyOfRange(rates, 1, rates.length);
    Arrays.sort(counted);
    return counted[WINDOWS / 2];
  }

  private static double window(Runnable run, long windowNanos) {
    long start = System.nanoTime();
    long passed = 0;
    long count = 0;
    // The clock is read after as many runs as were made before: its own time is lost in them.
    for (long batch = 1; passed < windowNanos; batch = Math.min(2 * batch, 1 << 12)) {
      for (long i = 0; i < batch; i++) {
        run.run();
      }
      count += batch;
      passed = System.nanoTime() - start;
      if (passed / count > windowNanos / 64) {
        batch = 1;
      }
    }
    return count * 1e9 / passed;
  }
}
