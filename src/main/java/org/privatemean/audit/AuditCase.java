package org.privatemean.audit;

import java.util.List;
import java.util.Optional;

/**
 * One check of an audit.
 *
 * @param weight share of the time, relative to others
 */
record AuditCase(String description, int weight, Check check) {
  /** Runs a check from a seed. */
  interface Check {
    /**
     * Returns what was found.
     *
     * @param nanoseconds the time that it may take, where it repeats something
     */
    Finding run(long seed, long nanoseconds);
  }

  /** The result of a check: faults, and a bound of a black box. */
  record Finding(List<String> faults, Optional<EpsilonBound> bound) {
    static Finding create(List<String> faults) {
      return new Finding(faults, Optional.empty());
    }
  }

  /** A check that was run. */
  record CaseResult(String description, long seed, Finding finding) {
    boolean isFailure() {
      return !finding.faults().isEmpty();
    }
  }

  CaseResult run(long seed, long nanoseconds) {
    try {
      return new CaseResult(description, seed, check.run(seed, nanoseconds));
    } catch (RuntimeException failure) {
      // All data are made up: the text reveals nothing.
      return new CaseResult(description, seed, Finding.create(List.of("it fails: " + failure)));
    }
  }
}
