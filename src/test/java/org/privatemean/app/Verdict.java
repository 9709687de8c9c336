package org.privatemean.app;

import java.util.Arrays;
import java.util.List;

/**
 * What a record has to be read as, as far as the rules fix it.
 *
 * @param fixed whether they do
 * @param row the coordinates, or null for an invalid row
 */
public record Verdict(boolean fixed, List<Double> row) {
  /** The rules leave it open: all that counts is that the record alone decides. */
  static final Verdict ANY = new Verdict(false, null);

  public static final Verdict INVALID = new Verdict(true, null);

  static Verdict of(double... row) {
    return new Verdict(true, Arrays.stream(row).boxed().toList());
  }

  /** Whether a record may be read as these coordinates, null standing for an invalid row. */
  boolean allows(List<Double> decoded) {
    return !fixed || (row == null ? decoded == null : row.equals(decoded));
  }
}
