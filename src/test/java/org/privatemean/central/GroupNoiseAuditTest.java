package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.Promise;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.Scaling;

/**
 * Every question about groups is audited from its draws: each has the noise that its price wants,
 * each value of it, and the ledger knows what it cost; a question with a fifth too little is named.
 */
@Promise("every question about groups has the noise that its price wants, and is charged")
final class GroupNoiseAuditTest {
  /** Fits that between them ask every question. */
  enum Fit {
    GAUSS("standard", GroupLaw.GAUSS, 60, 300, 16, 1),
    UNITS("standard", GroupLaw.UNITS, 40, 250, 6, 2),
    RARE("standard", GroupLaw.RARE, 40, 250, 9, 1),
    FLAGS("standard", GroupLaw.FLAGS, 40, 250, 8, 1),
    /** Too few groups for a class. */
    ALONE("none", GroupLaw.STUDENT, 2, 60, 2, 1),
    /** Most rows of every second group at one point, the others far. */
    ZEROS("none", GroupLaw.ZEROS, 20, 300, 16, 3),
    FAR("none", GroupLaw.EQUAL, 4, 400, 1, 1),
    /** Persons who count up to five times. */
    WEIGHTED("standard", GroupLaw.UNITS, 30, 250, 9, 2) {
      @Override
      PrivacyUnit unit(Neighbours neighbours) {
        return PrivacyUnit.person(neighbours, 5);
      }
    };

    private final String scaling;
    private final GroupLaw law;
    private final int groups;
    private final int rows;
    private final int dimension;
    private final int persons;

    Fit(String scaling, GroupLaw law, int groups, int rows, int dimension, int persons) {
      this.scaling = scaling;
      this.law = law;
      this.groups = groups;
      this.rows = rows * persons;
      this.dimension = dimension;
      this.persons = persons;
    }

    GroupLaw.Sample sample() {
      int[] sizes = new int[groups];
      Arrays.setAll(sizes, g -> g % 7 == 6 ? 3 : g % 7 == 5 ? 0 : rows + 13 * (g % 4));
      GroupLaw.Sample sample = law.sample(sizes, dimension, 5);
      for (int i = 0; this == FAR && i < sample.rows().length; i += 5) {
        sample.rows()[i][0] = 1e9;
      }
      return sample;
    }

    PrivacyUnit unit(Neighbours neighbours) {
      return PrivacyUnit.row(neighbours);
    }

    GroupNoiseAudit audit(Neighbours neighbours, String cheap) {
      PrivacyUnit unit = unit(neighbours);
      GroupedSpec spec = GroupFit.spec(0.9, Scaling.of(scaling), unit, persons);
      GroupNoiseAudit audit = new GroupNoiseAudit(GroupFit.quick(3), unit, persons, groups, cheap);
      GroupFit.of(spec, audit).release(sample(), audit::over);
      return audit;
    }
  }

  @ParameterizedTest
  @EnumSource(Fit.class)
  void audit_ofEveryQuestion_findsNothing(Fit fit) {
    for (Neighbours neighbours : Neighbours.values()) {
      assertEquals(Set.of(), fit.audit(neighbours, null).violations(), neighbours.name());
    }
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Fit.class)
  void audit_ofAQuestionWithAFifthTooLittleNoise_namesIt(Fit fit) {
    for (Neighbours neighbours : Neighbours.values()) {
      for (String question : fit.audit(neighbours, null).requested()) {
        Set<String> found = fit.audit(neighbours, question).violations();
        assertTrue(found.contains("too little noise: " + question), question + found);
        assertTrue(
            found.stream()
                .filter(each -> each.startsWith("too little"))
                .allMatch(each -> each.endsWith(question)),
            found.toString());
      }
    }
  }

  @Test
  void fits_together_takeEveryQuery() {
    Set<String> requested = new TreeSet<>();
    for (Fit fit : Fit.values()) {
      requested.addAll(fit.audit(Neighbours.ADD_REMOVE, null).requested());
    }
    Set<String> expected =
        Set.of(
            "row count",
            "magnitudes",
            "shared centre",
            "magnitude counts",
            "magnitude count",
            "recentring",
            "radius",
            "variance norm",
            "variances",
            "spreads",
            "reaches",
            "nearly constant columns",
            "norm of ordinary rows",
            "norm of all",
            "final centre",
            "clipping checks",
            "reach of classes",
            "group norm",
            "clipping bias",
            "excess of classes",
            "clipped sum");
    assertEquals(new TreeSet<>(expected), requested);
  }
}
