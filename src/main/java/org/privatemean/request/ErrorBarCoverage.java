package org.privatemean.request;

import java.util.Arrays;
import org.privatemean.refusal.ParamException;

/**
 * The reach of the error bars of a release, and their coverage.
 *
 * @param kind what they cover
 * @param confidence the probability that they hold with, in (0, 1)
 * @since 0.1.0
 */
public record ErrorBarCoverage(CoverageKind kind, double confidence) {
  /** Confidence of the error bars where none is asked for. */
  public static final double CONFIDENCE = 0.95;

  /** Quantities that error bars cover. */
  public enum CoverageKind {
    /** The noise alone: the mean of the rows as they were clipped. */
    NONE("none"),
    /** The mean of the rows, by private looks at what clipping takes off. */
    SAMPLE("sample"),
    /** The same with a proof: the mean of the rows clipped to twice the clipping norm. */
    PROVED("proved");

    private final String label;

    CoverageKind(String label) {
      this.label = label;
    }

    /** The name in parameters. */
    public String label() {
      return label;
    }

    /**
     * The one of a name in parameters.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static CoverageKind of(String label) {
      return Arrays.stream(values())
          .filter(kind -> kind.label.equals(label))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no error bars are called " + label));
    }
  }

  /** Checks the confidence. */
  public ErrorBarCoverage {
    if (!(confidence > 0 && confidence < 1)) {
      throw ParamException.outOfRange("confidence", "in (0, 1)", confidence);
    }
  }

  /** At the usual confidence. */
  public static ErrorBarCoverage of(CoverageKind kind) {
    return new ErrorBarCoverage(kind, CONFIDENCE);
  }
}
