package org.privatemean.request;

import java.util.Locale;
import org.privatemean.privacy.Checks;

/**
 * Coverage and confidence of the error bars of a release.
 *
 * @param kind quantity that they cover
 * @param confidence probability that they hold, in (0, 1)
 * @since 0.1.0
 */
public record ErrorBarCoverage(CoverageKind kind, double confidence) {
  /** Default confidence of the error bars. */
  public static final double CONFIDENCE = 0.95;

  /** Quantities that error bars cover. */
  public enum CoverageKind {
    /** The noise alone. The bars are for the mean of the clipped rows. */
    NONE,
    /** The mean of the rows. Private queries estimate the clipping bias. */
    SAMPLE,
    /** The mean of the rows clipped to twice the clipping norm, with a proof. */
    PROVED;

    /** Returns the name in parameters. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the kind with the given name in parameters.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CoverageKind of(String label) {
      String refusal = "no error bars are called " + label;
      return Checks.constant(values(), CoverageKind::label, label, refusal);
    }
  }

  public ErrorBarCoverage {
    Checks.param("confidence", confidence > 0 && confidence < 1, "in (0, 1)", confidence);
  }

  /** Returns the coverage at the default confidence. */
  public static ErrorBarCoverage of(CoverageKind kind) {
    return new ErrorBarCoverage(kind, CONFIDENCE);
  }
}
