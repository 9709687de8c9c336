package org.privatemean.audit;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.privatemean.privacy.ApproxDp;

/**
 * One check of an audit.
 *
 * @param weight share of the time, relative to others
 * @param check runs from a seed, for at most a number of nanoseconds where it repeats something
 */
record AuditCase(String description, int weight, BiFunction<Long, Long, Finding> check) {
  /** The result of a check: faults, and a bound of a black box. */
  record Finding(List<String> faults, Optional<EpsilonBound> bound) {
    static Finding create(List<String> faults) {
      return new Finding(faults, Optional.empty());
    }
  }

  /** A lower bound on epsilon, by runs on each of two data sets, and the claim at its delta. */
  record EpsilonBound(double epsilon, ApproxDp claim, int runs) {
    boolean exceeds() {
      return epsilon > claim.epsilon();
    }
  }

  record CaseResult(String description, long seed, Finding finding) {
    boolean isFailure() {
      return !finding.faults().isEmpty();
    }
  }

  CaseResult run(long seed, long nanoseconds) {
    try {
      return new CaseResult(description, seed, check.apply(seed, nanoseconds));
    } catch (RuntimeException failure) {
      // All data are made up: the text reveals nothing.
      return new CaseResult(description, seed, Finding.create(List.of("it fails: " + failure)));
    }
  }
}
