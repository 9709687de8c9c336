package org.privatemean.release.report;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.privatemean.annotation.Internal;

/**
 * The released values of one group. All values are released or public; {@link GroupedRelease}
 * derives errors and intervals from them.
 *
 * @param count the noisy number of rows, or of persons; may be negative; for weighted rows, the
 *     noisy sum of weights over the maximum weight of a row
 * @param mean in data units, or null unless the status is ok; not to be changed
 * @param deviation standard deviation of the noise of each coordinate, in the units of the
 *     release's scales; NaN unless ok
 * @param clippingNorm in the same units; NaN unless ok
 * @param countStdDev standard deviation of the l2 length that the noise of the count adds to the
 *     error, in the same units; NaN unless ok
 * @param bias l2 length of the effect of clipping, in the same units: measured by private questions
 *     about the class of the group if there were any, else a guess; 0 if the requested error bars
 *     cover the noise alone, NaN unless ok
 * @param rho the amount spent on the group, including common questions: at most the budget
 */
@Internal
@SuppressWarnings("ArrayRecordComponent") // Compared below.
public record GroupMean(
    GroupStatus status,
    double count,
    double[] mean,
    double deviation,
    double clippingNorm,
    double countStdDev,
    double bias,
    double rho)
    implements Serializable {

  public static GroupMean withoutMean(GroupStatus status, double count, double rho) {
    return new GroupMean(status, count, null, Double.NaN, Double.NaN, Double.NaN, Double.NaN, rho);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GroupMean that
        && status == that.status
        && Arrays.equals(mean, that.mean)
        && Arrays.equals(numbers(), that.numbers());
  }

  @Override
  public int hashCode() {
    return Objects.hash(status, Arrays.hashCode(mean), Arrays.hashCode(numbers()));
  }

  private double[] numbers() {
    return new double[] {count, deviation, clippingNorm, countStdDev, bias, rho};
  }

  public enum GroupStatus {
    /** Its mean was released. */
    OK("ok"),
    /** Its noisy count was too small for further questions. */
    TOO_SMALL("tooSmall"),
    /** Its rows could not be located at this budget: its mean is withheld. */
    NOT_LOCATED("notLocated");

    private final String label;

    GroupStatus(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }

    public static GroupStatus fromLabel(String label) {
      return Arrays.stream(values())
          .filter(each -> each.label.equals(label))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no group has the status " + label));
    }
  }
}
