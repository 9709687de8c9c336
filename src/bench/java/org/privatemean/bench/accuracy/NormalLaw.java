package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;
import org.privatemean.bench.report.Numbers;

/**
 * Figures 10 to 12: N(mu, I), mu drawn anew for each sample, uniformly in a box around zero: no
 * place that suits a grid is favoured.
 *
 * @param rows number of rows
 * @param dimension number of coordinates
 * @param reach largest absolute value of a coordinate of mu
 */
record NormalLaw(int rows, int dimension, double reach) implements Law {
  @Override
  public String mean() {
    return "U[-" + Numbers.plain(reach) + "," + Numbers.plain(reach) + "]";
  }

  @Override
  public String covariance() {
    return "I";
  }

  @Override
  public double deviation() {
    return 1;
  }

  @Override
  public Sample draw(SplittableRandom random) {
    double[] mean = random.doubles(dimension, -reach, reach).toArray();
    double[][] data = new double[rows][];
    for (int i = 0; i < rows; i++) {
      data[i] = Vectors.gaussian(dimension, random);
      Vectors.addScaled(data[i], 1, mean);
    }
    return Sample.of(data, mean);
  }
}
