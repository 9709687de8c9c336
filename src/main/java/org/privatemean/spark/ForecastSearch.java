package org.privatemean.spark;

import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.TooFewRowsException;

/** A search for the least budget, or number of rows, whose forecast l2 error is within a target. */
record ForecastSearch(double target) {
  /** Upper bound on the number of rows. No method accepts many more. */
  public static final long MAX_ROWS = 1L << 40;

  /** Lower bound on the search. A smaller budget is useless. */
  private static final double MIN_RHO = 0x1p-40;

  /** Upper bound on the search. A larger budget gives no protection. */
  private static final double MAX_RHO = 0x1p20;

  /** Number of bisections of the logarithmic range. They determine the budget to less than 1e-8. */
  private static final int HALVINGS = 32;

  public ForecastSearch {
    Checks.positiveParam("targetError", target);
  }

  /** Returns the least rho, to nine digits; the number of rows is for the message. */
  public double rho(DoubleUnaryOperator errors, long rows) {
    if (isMissed(() -> errors.applyAsDouble(MAX_RHO))) {
      throw refuse(
          String.format("out of reach with %d rows at any rho", rows),
          "take more rows, or a larger {targetError}");
    }
    if (!isMissed(() -> errors.applyAsDouble(MIN_RHO))) {
      throw refuse("reached without any query", "take a smaller {targetError}");
    }
    return Math.exp(
        MonotoneSearch.halve(
                Math.log(MIN_RHO),
                Math.log(MAX_RHO),
                HALVINGS,
                logarithm -> isMissed(() -> errors.applyAsDouble(Math.exp(logarithm))))
            .high());
  }

  public long rows(LongToDoubleFunction errors, long most) {
    // Searches upwards, since far more rows than needed may overflow the sums of a method.
    long missed = 0;
    long tried = 1;
    LongPredicate isMissed = rows -> isMissed(() -> errors.applyAsDouble(rows));
    while (isMissed.test(tried)) {
      if (tried == most) {
        throw refuse(
            String.format("out of reach with %d rows", most),
            "take a larger budget, or a larger {targetError}");
      }
      missed = tried;
      tried = Math.min(most, 2 * tried);
    }
    return 1 + MonotoneSearch.lastInteger(missed, tried, isMissed);
  }

  private ParamException refuse(String why, String remedy) {
    return new ParamException("targetError", "{targetError} = " + target + " is " + why, remedy);
  }

  /** Returns true if the error exceeds the target, or if there are too few rows for a forecast. */
  private boolean isMissed(DoubleSupplier error) {
    try {
      return !(error.getAsDouble() <= target);
    } catch (TooFewRowsException tooFew) {
      return true;
    }
  }
}
