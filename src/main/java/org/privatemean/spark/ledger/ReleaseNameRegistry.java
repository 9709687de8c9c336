package org.privatemean.spark.ledger;

import java.util.HashMap;
import java.util.Map;

/**
 * Which data set a name stands for in this JVM, so that no fit gets the release of another's rows:
 * a name belongs to the first that fits by it, while that runs, and for good once noise exists.
 *
 * <p>Thread-safe.
 */
final class ReleaseNameRegistry {
  private final Map<String, Claim> claims = new HashMap<>();

  private record Claim(String digest, int running, boolean kept) {}

  /**
   * Takes a name for some rows.
   *
   * @param digest of the rows' plan
   * @return whether it stands for these rows; where it does, {@link #leave} must follow
   */
  synchronized boolean enter(String name, String digest) {
    Claim claim = claims.getOrDefault(name, new Claim(digest, 0, false));
    if (!claim.digest().equals(digest)) {
      return false;
    }
    claims.put(name, new Claim(digest, claim.running() + 1, claim.kept()));
    return true;
  }

  /**
   * Ends a fit by a name.
   *
   * @param isReleased whether its noise may exist, or it was given a release
   */
  synchronized void leave(String name, boolean isReleased) {
    Claim claim = claims.get(name);
    if (claim.running() == 1 && !claim.kept() && !isReleased) {
      // What ended before stands for nothing, and may be mended.
      claims.remove(name);
    } else {
      claims.put(name, new Claim(claim.digest(), claim.running() - 1, claim.kept() || isReleased));
    }
  }
}
