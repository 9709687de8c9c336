package org.privatemean.bench.accuracy;

/** The empirical mean: its error is that of sampling. */
record NonPrivateMean() implements Contender {
  @Override
  public String name() {
    return "non-private mean";
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    return sample.empiricalMean();
  }
}
