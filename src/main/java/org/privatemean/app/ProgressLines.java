package org.privatemean.app;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.LongSupplier;
import org.privatemean.spark.Progress;

/** Progress of a fit on standard error: a line per step or, on a terminal, one overwritten line. */
final class ProgressLines implements Progress, AutoCloseable {
  /** Variable of the launcher: 1 if standard error is a terminal, which Java cannot detect. */
  private static final String TERMINAL = "PRIVATE_MEAN_TERMINAL";

  private static final long NANOSECONDS = 1_000_000_000;
  private static final MathContext DIGITS = new MathContext(3);

  private final PrintWriter err;
  private final boolean isTerminal;
  private final LongSupplier clock;
  private final long start;

  private int steps;
  private double rho;
  private int step;
  private String name = "";

  /** Length of the line in front of the cursor. */
  private int shown;

  /** Creates progress lines by a clock in nanoseconds. */
  ProgressLines(PrintWriter err, boolean isTerminal, LongSupplier clock) {
    this.err = err;
    this.isTerminal = isTerminal;
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  /** True if the launcher found standard error to be a terminal. */
  static boolean isTerminal() {
    return "1".equals(System.getenv(TERMINAL));
  }

  @Override
  public void begins(int likely, double budget) {
    steps = likely;
    rho = budget;
  }

  @Override
  public void onCharge(String charged, double spent) {
    String phase = Progress.label(charged);
    boolean isNext = !phase.equals(name);
    if (isNext) {
      name = phase;
      step++;
    }
    // Later charges of a phase change only the spent budget: they get no lines.
    if (isNext || isTerminal) {
      tell(
          String.format(
              "step %d of about %d: %s, %s of %s rho spent",
              step, Math.max(step, steps), name, round(spent), round(rho)));
    }
  }

  @Override
  public void round(int round, int rounds) {
    tell(String.format("round %d of %d", round, rounds));
  }

  private static String round(double value) {
    BigDecimal digits = new BigDecimal(value).round(DIGITS);
    return digits.signum() == 0 ? "0" : digits.stripTrailingZeros().toPlainString();
  }

  private void tell(String text) {
    String line = text + ", " + (clock.getAsLong() - start) / NANOSECONDS + " s";
    if (isTerminal) {
      err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
      err.flush();
      shown = line.length();
    } else {
      err.println(line);
    }
  }

  @Override
  public void close() {
    if (shown > 0) {
      err.println();
      shown = 0;
    }
  }
}
