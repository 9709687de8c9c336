package org.privatemean.spark;

import java.util.function.DoublePredicate;
import org.apache.spark.ml.param.ParamMap;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.spark.param.FitRequest;

/**
 * The least budget, or the fewest rows, whose forecast keeps to an error: the answer to what {@link
 * PrivateMean#forecast} is asked again and again for. Public values only.
 */
final class ForecastSearch {
  /** Of a smaller budget nothing is to be had. */
  private static final double LEAST_RHO = 0x1p-40;

  /** A larger one promises nothing at all. */
  private static final double MOST_RHO = 0x1p20;

  /** Halvings of the logarithm of that range: they leave less than 1e-8 of a budget open. */
  private static final int HALVINGS = 32;

  /** No method takes many more. */
  private static final long MOST_ROWS = 1L << 40;

  private final PrivateMean stage;
  private final int dimension;
  private final double spread;
  private final double target;

  ForecastSearch(PrivateMean stage, int dimension, double spread, double target) {
    this.stage = stage;
    this.dimension = dimension;
    this.spread = spread;
    this.target = target;
    if (!(spread > 0 && spread < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange("spread", "positive and finite", spread);
    }
    if (!(target > 0 && target < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange("targetError", "positive and finite", target);
    }
  }

  /** The least rho, to nine digits. */
  double rho(long rows) {
    // Refuses what no budget can mend, before a search would take it for too little of it.
    withRho(1).checkForecast(rows, dimension);
    DoublePredicate tooLittle = logarithm -> !reaches(withRho(Math.exp(logarithm)), rows);
    double most = Math.log(MOST_RHO);
    if (tooLittle.test(most)) {
      throw new ParamException(
          "targetError",
          String.format("{targetError} = %s is out of reach with %d rows at any rho", target, rows),
          "take more rows, or a larger {targetError}");
    }
    return Math.exp(MonotoneSearch.halve(Math.log(LEAST_RHO), most, HALVINGS, tooLittle).high());
  }

  /** The fewest rows. */
  long rows() {
    FitRequest request = FitRequest.of(stage);
    long most = request instanceof FitRequest.Central ? MOST_ROWS : Integer.MAX_VALUE;
    stage.checkForecast(most, dimension);
    if (!reaches(stage, most)) {
      throw new ParamException(
          "targetError",
          String.format("{targetError} = %s is out of reach with %d rows", target, most),
          "take a larger budget, or a larger {targetError}");
    }
    return 1 + MonotoneSearch.lastInteger(0, most, rows -> !reaches(stage, rows));
  }

  private PrivateMean withRho(double rho) {
    PrivateMean copy = stage.copy(ParamMap.empty());
    copy.clear(copy.epsilon()).clear(copy.delta());
    return copy.setRho(rho);
  }

  private boolean reaches(PrivateMean asked, long rows) {
    try {
      return asked.forecast(rows, dimension, spread).expectedL2Error() <= target;
    } catch (TooFewRowsException tooFew) {
      return false;
    }
  }
}
