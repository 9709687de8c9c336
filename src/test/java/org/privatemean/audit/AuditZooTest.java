package org.privatemean.audit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.audit.AuditCase.CaseResult;
import org.privatemean.privacy.ApproxDp;

/** Builds with one deliberate bug each: the audit finds it, and finds nothing in a sound build. */
@Promise("an audit finds each of many deliberate bugs, and none in this build")
final class AuditZooTest {
  /** Only a machine that hangs ends black-box cases by it: their number of runs is fixed. */
  private static final long MINUTES = 600_000_000_000L;

  private static final long SAMPLER_NANOSECONDS = 1_000_000_000;
  private static final int RUNS = 4_000;

  /** The parts of an audit. */
  enum PartName {
    SAMPLERS,
    REPLAY,
    LEDGER,
    LEAKS,
    BLACK_BOX
  }

  private static final String FEW_LEAKS =
      "(refusals of )?(CLIPPED|RECENTRED|groups|ledger|device)[ ,].*";

  private static List<AuditCase> cases(AuditedBuild build, PartName part) {
    return switch (part) {
      case SAMPLERS -> SamplerCases.create(build);
      case REPLAY -> PrivacyAudit.replays(build).subList(0, PrivacyAudit.LEAST_REPLAYS);
      case LEDGER -> LedgerCases.create(build);
      // Of two mechanisms; the command's own test runs all.
      case LEAKS ->
          LeakCases.create(build).stream()
              .filter(each -> each.description().matches(FEW_LEAKS))
              .toList();
      case BLACK_BOX -> PrivacyAudit.blackBox(experiments(build), RUNS);
    };
  }

  /** Few of the quickest, which are strong. */
  private static List<Experiment> experiments(AuditedBuild build) {
    List<Experiment> all = new ArrayList<>(CentralExperiments.create(build));
    all.removeIf(each -> !each.name().matches("clipped, public norm.*OPPOSITE.*"));
    DeviceExperiments.create(build).stream()
        .filter(each -> each.name().matches("(privUnit, dimension 1|bit of|uv1).*epsilon 1.0"))
        .forEach(all::add);
    return all;
  }

  /** The number of cases up to the first that fails; none if all hold. */
  private static OptionalInt casesUntilFound(AuditedBuild build, PartName part) {
    long nanoseconds = part == PartName.SAMPLERS ? SAMPLER_NANOSECONDS : MINUTES;
    List<AuditCase> cases = cases(build, part);
    return IntStream.range(0, cases.size())
        .filter(k -> cases.get(k).run(k, nanoseconds).isFailure())
        .map(k -> k + 1)
        .findFirst();
  }

  private static boolean finds(AuditedBuild build, PartName part) {
    return casesUntilFound(build, part).isPresent();
  }

  /** Those that are left out take long. */
  @ParameterizedTest
  @EnumSource(
      value = Bug.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NOISE_TIMES_A_QUARTER", "SAME_BITS", "VALUE_IN_A_MESSAGE"})
  void audit_eachBug_isFoundByItsPart(Bug bug) {
    assertTrue(finds(bug.build(), bug.part()), bug.name());
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(names = {"NOISE_TIMES_A_QUARTER", "SAME_BITS", "VALUE_IN_A_MESSAGE"})
  void audit_bugThatTakesLong_isFoundByItsPart(Bug bug) {
    assertTrue(finds(bug.build(), bug.part()), bug.name());
  }

  /** Prints by which parts each bug is found, and in how many cases: {@code -Dzoo.table=true}. */
  @Test
  @Tag("long")
  @EnabledIfSystemProperty(named = "zoo.table", matches = "true")
  void audit_eachBug_isFoundByTheseParts() {
    for (Bug bug : Bug.values()) {
      Map<PartName, Integer> parts = new EnumMap<>(PartName.class);
      for (PartName part : PartName.values()) {
        casesUntilFound(bug.build(), part).ifPresent(cases -> parts.put(part, cases));
      }
      System.out.println(bug + ", cases until found: " + parts);
      assertTrue(parts.containsKey(bug.part()), bug + " " + parts);
    }
  }

  @ParameterizedTest
  @EnumSource(value = PartName.class, mode = EnumSource.Mode.EXCLUDE, names = "BLACK_BOX")
  void audit_ofThisBuild_findsNothing(PartName part) {
    assertFalse(finds(new AuditedBuild(), part));
  }

  @Test
  @Tag("long")
  void blackBox_ofThisBuild_findsNothing() {
    audit_ofThisBuild_findsNothing(PartName.BLACK_BOX);
  }

  /** A device that spends four times what it claims. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "privUnit, dimension 1, against -9.0, epsilon 4.0",
        "privUnitG, dimension 1, against -9.0, epsilon 4.0",
        "bit of the norm, epsilon 4.0"
      })
  void blackBox_claimOfAQuarter_isFound(String name) {
    assertFound(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clipped, public norm, REPLACE, OPPOSITE, rho 2.0",
        "kv1, user .*, epsilon 4.0",
        "uv1, user .*, epsilon 4.0"
      })
  @Tag("long")
  void blackBox_claimOfAQuarterInManyRuns_isFound(String name) {
    assertFound(name);
  }

  private static void assertFound(String name) {
    AuditedBuild build = new AuditedBuild();
    List<Experiment> all = new ArrayList<>(CentralExperiments.create(build));
    all.addAll(DeviceExperiments.create(build));
    boolean isFound = false;
    for (Experiment each : all) {
      if (each.name().matches(name)) {
        List<ApproxDp> quarter =
            each.claims().stream()
                .map(claim -> new ApproxDp(claim.epsilon() / 4, claim.delta()))
                .toList();
        Experiment wrong = new Experiment(name, 1, quarter, each.trial());
        CaseResult result = wrong.toCase(1e-6, 4 * RUNS).run(1, MINUTES);
        isFound |= result.isFailure();
      }
    }
    assertTrue(isFound, name);
  }
}
