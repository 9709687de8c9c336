package org.privatemean.spark.forecast;

import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.TooFewRowsException;

/**
 * The least budget, or the fewest rows, whose forecast keeps to an error: the answer to what
 * forecasts are asked again and again for. Public values only.
 *
 * @param target the expected l2 error, in data units
 */
public record ForecastSearch(double target) {
  /** No method takes many more rows. */
  public static final long MAX_ROWS = 1L << 40;

  /** No smaller budget is of use. */
  private static final double MIN_RHO = 0x1p-40;

  /** A larger one promises nothing at all. */
  private static final double MAX_RHO = 0x1p20;

  /** Halvings of the logarithm of that range: they leave less than 1e-8 of a budget open. */
  private static final int HALVINGS = 32;

  public ForecastSearch {
    if (!(target > 0 && target < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange("targetError", "positive and finite", target);
    }
  }

  /**
   * The least rho, to nine digits.
   *
   * @param errors the forecast by rho
   * @param rows how many, for the message
   */
  public double rho(DoubleUnaryOperator errors, long rows) {
    double most = Math.log(MAX_RHO);
    if (isMissed(() -> errors.applyAsDouble(MAX_RHO))) {
      throw new ParamException(
          "targetError",
          String.format("{targetError} = %s is out of reach with %d rows at any rho", target, rows),
          "take more rows, or a larger {targetError}");
    }
    if (!isMissed(() -> errors.applyAsDouble(MIN_RHO))) {
      throw new ParamException(
          "targetError",
          String.format("{targetError} = %s is reached without a look at the rows", target),
          "take a smaller {targetError}");
    }
    return Math.exp(
        MonotoneSearch.halve(
                Math.log(MIN_RHO),
                most,
                HALVINGS,
                logarithm -> isMissed(() -> errors.applyAsDouble(Math.exp(logarithm))))
            .high());
  }

  /**
   * The fewest rows.
   *
   * @param errors the forecast by the number of rows
   * @param most how many there can be
   */
  public long rows(LongToDoubleFunction errors, long most) {
    // From below, since many more rows than are needed may be too many for the sums of a method.
    long missed = 0;
    long tried = 1;
    while (isMissed(errors, tried)) {
      if (tried == most) {
        throw new ParamException(
            "targetError",
            String.format("{targetError} = %s is out of reach with %d rows", target, most),
            "take a larger budget, or a larger {targetError}");
      }
      missed = tried;
      tried = Math.min(most, 2 * tried);
    }
    return 1 + MonotoneSearch.lastInteger(missed, tried, rows -> isMissed(errors, rows));
  }

  private boolean isMissed(LongToDoubleFunction errors, long rows) {
    return isMissed(() -> errors.applyAsDouble(rows));
  }

  /** True if an error is above the target, or there are too few rows to say any. */
  private boolean isMissed(DoubleSupplier error) {
    try {
      return !(error.getAsDouble() <= target);
    } catch (TooFewRowsException tooFew) {
      return true;
    }
  }
}
