package org.privatemean.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
import org.privatemean.request.GroupedSpec;
import org.privatemean.rows.group.GroupedBlocks;

/** Replays of groups, told that less differs between the two data sets than does. */
final class GroupReplayCaseTest {
  private static final int CASES = 16;

  /** What is stated too small. */
  enum Understated {
    /** A row is exchanged, and the sensitivities are those of a row that is added. */
    EXCHANGE {
      @Override
      GroupedSpec change(GroupedSpec spec) {
        PrivacyUnit unit = spec.unit();
        return with(
            spec,
            spec.groupsPerPerson(),
            new PrivacyUnit(Neighbours.ADD_REMOVE, unit.subject(), unit.mostWeight()));
      }
    },
    /** A person is in up to three groups. */
    GROUPS {
      @Override
      GroupedSpec change(GroupedSpec spec) {
        return with(spec, 1, spec.unit());
      }
    },
    WEIGHT {
      @Override
      GroupedSpec change(GroupedSpec spec) {
        PrivacyUnit unit = spec.unit();
        return with(
            spec, spec.groupsPerPerson(), new PrivacyUnit(unit.neighbours(), unit.subject(), 1));
      }
    };

    abstract GroupedSpec change(GroupedSpec spec);

    static GroupedSpec with(GroupedSpec spec, int groupsPerPerson, PrivacyUnit unit) {
      return new GroupedSpec(
          spec.rho(),
          spec.minNorm(),
          spec.scaling(),
          spec.excess(),
          spec.confidence(),
          groupsPerPerson,
          unit,
          spec.rareUnit());
    }
  }

  @ParameterizedTest
  @EnumSource(Understated.class)
  void faults_ofLessThanDiffers_nameQuestionsAndTheBudget(Understated understated) {
    Set<String> found = new HashSet<>();
    int cases = 0;
    for (int k = 0; cases < CASES; k++) {
      Neighbours neighbours = k % 4 < 2 ? Neighbours.REPLACE : Neighbours.ADD_REMOVE;
      GroupReplayCase drawn =
          GroupReplayCase.draw(
              k % 2 == 0, neighbours, ReplayCase.LARGE_RHO, new SplittableRandom(k));
      if (understated.change(drawn.spec()).equals(drawn.spec())) {
        continue;
      }
      cases++;
      GroupReplayCase told =
          new GroupReplayCase(
              understated.change(drawn.spec()),
              drawn.keys(),
              drawn.keyDelta(),
              drawn.dimension(),
              drawn.rows(),
              drawn.neighbour(),
              drawn.key());
      found.addAll(told.faults(new AuditedBuild()));
    }
    assertTrue(found.contains("'row count' of groups exceeds its sensitivity"), found.toString());
    assertTrue(found.size() >= 6, found.toString());
    assertTrue(
        found.contains("all questions about groups together cost more than the budget"),
        found.toString());
  }

  /** Classes of groups that get the noise of the first: many groups of two sizes ask for two. */
  private record SharedClassNoise(GroupTrustModel trust, GroupedBlocks<GroupBlock> blocks)
      implements GroupTrustModel {
    @Override
    public GroupLedger ledger() {
      return trust.ledger();
    }

    @Override
    public void setSizes(double[] counts) {
      trust.setSizes(counts);
    }

    @Override
    public double[] own(String step, GroupQuery question, int[] groups, double[] prices) {
      return trust.own(step, question, groups, prices);
    }

    @Override
    public double[] pooledSum(String step, GroupQuery question, double price) {
      double[] noisy = trust.pooledSum(step, question, price);
      long[] exact = blocks.fold(question, step);
      int width = question.width();
      for (int k = width; k < noisy.length; k++) {
        noisy[k] = exact[k] + noisy[k % width] - exact[k % width];
      }
      return noisy;
    }

    @Override
    public ExactCounts counts(String description, GroupQuery question) {
      return trust.counts(description, question);
    }
  }

  @Test
  void faults_ofNoiseThatClassesShare_nameTheQuestion() {
    AuditedBuild sharing =
        new AuditedBuild() {
          @Override
          GroupTrustModel groupTrust(
              GroupedBlocks<GroupBlock> blocks,
              GroupLedger ledger,
              NoiseKey key,
              GroupedSpec spec) {
            return new SharedClassNoise(super.groupTrust(blocks, ledger, key, spec), blocks);
          }
        };
    Set<String> found = new HashSet<>();
    for (int k = 0; k < 60; k++) {
      GroupReplayCase drawn =
          GroupReplayCase.draw(
              false, Neighbours.REPLACE, ReplayCase.LARGE_RHO, new SplittableRandom(k));
      if (drawn.spec().unit().mostWeight() == 1) {
        found.addAll(drawn.faults(sharing));
      }
    }
    assertEquals(
        Set.of("'excess of classes' of groups is not the exact answer with the noise of its price"),
        found);
  }

  /** The ledger of what is due has paid for one question more, at the smallest price. */
  @Test
  void faults_ofAQuestionThatIsNotCharged_isOne() {
    GroupedSpec spec =
        GroupReplayCase.draw(
                false, Neighbours.ADD_REMOVE, ReplayCase.LARGE_RHO, new SplittableRandom(1))
            .spec();
    for (double price : new double[] {0, 1e-6}) {
      GroupLedger paid = GroupTranscript.ledger(spec, 2);
      GroupLedger due = GroupTranscript.ledger(spec, 2);
      if (price > 0) {
        due.charge("row count", GroupQueryKind.COUNT, new int[] {0}, new double[] {price});
      }
      List<String> faults =
          new GroupTranscript(
                  new AuditedBuild(),
                  spec,
                  GroupedBlocks.held(List.of()),
                  paid,
                  due,
                  NoiseKey.fromSeed(1),
                  null)
              .faults();
      assertEquals(price > 0 ? 1 : 0, faults.size(), faults::toString);
    }
  }
}
