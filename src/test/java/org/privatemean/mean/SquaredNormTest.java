package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.mean.ColumnKind.ColumnLaw;
import org.privatemean.mean.KindsForecast.SquaredNorm;

final class SquaredNormTest {
  @ParameterizedTest
  @CsvSource({"2, 0.01", "4, 0.001", "40, 0.0001", "784, 0.5", "784, 0.001"})
  void quantile_normalColumns_isThatOfGaussianNorms(int dimension, double share) {
    SquaredNorm norms =
        new SquaredNorm(
            List.of(new SquaredNorm.EqualColumns(ColumnLaw.normal(), x -> x * x, dimension)));
    double expected = GaussianNorm.quantile(dimension, share) * Math.sqrt(dimension);
    assertEquals(1, norms.quantile(share) / expected, 0.01);
  }

  /** Of 20 columns with a one in ten rows: 2 are 1 on average, 5 or more in 0.0432 of the rows. */
  @Test
  void quantile_flags_isThatOfTheBinomial() {
    SquaredNorm norms =
        new SquaredNorm(List.of(new SquaredNorm.EqualColumns(ColumnLaw.flag(0.1), x -> x * x, 20)));
    assertEquals(Math.sqrt(5), norms.quantile(0.043), 0.01);
    assertEquals(Math.sqrt(4), norms.quantile(0.044), 0.01);
  }

  @Test
  void quantile_columnsOfTwoKinds_isThatOfTheirSum() {
    SquaredNorm.EqualColumns ones =
        new SquaredNorm.EqualColumns(ColumnLaw.flag(0.4), x -> 9 * x * x, 1);
    SquaredNorm.EqualColumns others =
        new SquaredNorm.EqualColumns(ColumnLaw.flag(0.3), x -> 16 * x * x, 1);
    SquaredNorm norms = new SquaredNorm(List.of(ones, others));
    assertEquals(5, norms.quantile(0.11), 0.01);
    assertEquals(4, norms.quantile(0.13), 0.01);
    assertEquals(3, norms.quantile(0.31), 0.01);
    assertEquals(0, norms.quantile(0.6), 0.01);
  }
}
