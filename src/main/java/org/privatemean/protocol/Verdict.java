package org.privatemean.protocol;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.refusal.Refusal;
import org.privatemean.refusal.TooFewRowsException;

/**
 * What public values say of a plan. What makes it useless refuses it, unless the request asks for
 * warnings only.
 */
public final class Verdict {
  private final boolean refuses;
  private final List<String> found = new ArrayList<>();

  private Verdict(boolean refuses) {
    this.refuses = refuses;
  }

  /** A verdict with nothing found yet: one that refuses, or that only warns. */
  public static Verdict of(boolean refuses) {
    return new Verdict(refuses);
  }

  /** The plan works, with this reservation. */
  public void warn(String message) {
    found.add(message);
  }

  /**
   * The plan cannot work.
   *
   * @param message what is wrong and what to do; names of params in braces
   * @param enough about how many users would do
   * @throws TooFewRowsException with the message, unless only warnings were asked for
   */
  public void refuse(String message, double enough) {
    if (refuses) {
      throw new TooFewRowsException(message, enough);
    }
    found.add(Refusal.plain(message));
  }

  /** All that was found. */
  public List<String> warnings() {
    return List.copyOf(found);
  }
}
