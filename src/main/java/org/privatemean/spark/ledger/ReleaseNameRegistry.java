package org.privatemean.spark.ledger;

import java.util.HashMap;
import java.util.Map;

/**
 * The data set that each release name stands for in this JVM, so that no fit gets the release of
 * other rows. A name belongs to the first fit that uses it, while that fit runs, and permanently
 * once noise exists.
 */
final class ReleaseNameRegistry {
  private final Map<String, Claim> claims = new HashMap<>();

  private record Claim(String digest, int running, boolean kept) {}

  /** Claims a name for the rows of a plan; if it stands for them, {@link #leave} must follow. */
  synchronized boolean enter(String name, String digest) {
    Claim claim = claims.getOrDefault(name, new Claim(digest, 0, false));
    if (!claim.digest().equals(digest)) {
      return false;
    }
    claims.put(name, new Claim(digest, claim.running() + 1, claim.kept()));
    return true;
  }

  /** Ends a fit under a name, which is kept if its noise may exist, or it got a release. */
  synchronized void leave(String name, boolean isReleased) {
    Claim claim = claims.get(name);
    if (claim.running() == 1 && !claim.kept() && !isReleased) {
      // A fit that ended before its draw claims nothing, and may be corrected.
      claims.remove(name);
    } else {
      claims.put(name, new Claim(claim.digest(), claim.running() - 1, claim.kept() || isReleased));
    }
  }
}
