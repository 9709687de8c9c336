package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.DuplicateFilter;
import org.privatemean.protocol.DuplicateFilter.IntakeOutcome;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;

/** The reports of a user in a round under one header: taken whole or not at all. */
final class LocalBundleTest {
  private static final NoiseKey KEY = NoiseKey.fromSeed(7);
  private static final int USERS = 600;
  private static final int DIMENSION = 5;
  private static final Bounds BOUNDS = new Bounds.Statistical(6, 1, 1);

  private static final List<LocalMeanSpec> SPECS =
      List.of(
          LocalMeanSpec.paper(new Zcdp(8), BOUNDS).withGrid(MeanSpec.Grid.GEOMETRIC).warningOnly(),
          LocalMeanSpec.pure(new PureDp(4), BOUNDS).warningOnly());

  private static double[] row(int user) {
    Random random = new Random(user);
    return random.doubles(DIMENSION, -2, 2).toArray();
  }

  private static BitSource bits(LocalMeanState state, int user) {
    return KEY.substream(1 + state.round(), 0, user);
  }

  private static List<byte[]> bundles(LocalMeanState state) {
    LocalMeanClient client = LocalMeanClient.of(state);
    List<byte[]> bundles = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      bundles.add(client.bundle("user " + i, row(i), bits(state, i)));
    }
    return bundles;
  }

  private static LocalMeanTally ofReports(LocalMeanState state) {
    LocalMeanClient client = LocalMeanClient.of(state);
    LocalMeanTally tally = state.newTally();
    for (int i = 0; i < USERS; i++) {
      for (Report report : client.reports("user " + i, row(i), bits(state, i))) {
        tally.add(report);
      }
    }
    return tally;
  }

  private static LocalMeanState start(LocalMeanSpec spec) {
    return LocalMeanState.start(LocalMeanPlan.of(spec, USERS, DIMENSION), 3);
  }

  @Test
  void take_everyUsersBundle_isTheTallyOfItsReports() {
    for (LocalMeanSpec spec : SPECS) {
      for (LocalMeanState state = start(spec); !state.isFinished(); ) {
        LocalMeanTally tally = state.newTally();
        LocalMeanTally reports = ofReports(state);
        List<byte[]> bundles = bundles(state);
        Collections.shuffle(bundles, new Random(1));
        int requested = 0;
        for (byte[] bundle : bundles) {
          if (bundle.length > 0) {
            requested++;
            assertTrue(tally.take(bundle));
          }
        }
        assertTrue(requested > 0 && tally.droppedReports() == 0, state.task());
        assertEquals(reports.acceptedReports(), tally.acceptedReports());
        assertArrayEquals(state.next(reports).toBytes(), state.next(tally).toBytes());
        state = state.next(tally);
      }
    }
  }

  /** One header of 9 bytes, no coordinates where all are there, and no filling between reports. */
  @Test
  void bundle_ofEveryCoordinate_isShorterThanItsReports() {
    LocalMeanState state = start(SPECS.get(0));
    LocalMeanClient client = LocalMeanClient.of(state);
    int reports = 0;
    int bundles = 0;
    for (int i = 0; i < USERS; i++) {
      List<Report> each = client.reports("user " + i, row(i), bits(state, i));
      reports += each.stream().mapToInt(Report::size).sum();
      bundles += client.bundle("user " + i, row(i), bits(state, i)).length;
    }
    assertTrue(bundles < 0.5 * reports, bundles + " of " + reports);
    assertEquals(state.plan().bundleBytes().get(0), (double) bundles / USERS, 0.5);
  }

  @Test
  void take_anyChangedBundle_addsAllOfItOrNothing() {
    for (LocalMeanSpec spec : SPECS) {
      for (LocalMeanState state = start(spec); !state.isFinished(); ) {
        byte[] whole = bundles(state).stream().filter(b -> b.length > 0).findFirst().orElseThrow();
        LocalMeanTally tally = state.newTally();
        for (int length = 0; length < whole.length; length++) {
          assertFalse(tally.take(Arrays.copyOf(whole, length)));
        }
        assertFalse(tally.take(Arrays.copyOf(whole, whole.length + 1)));
        assertEquals(0, tally.acceptedReports());
        assertEquals(whole.length + 1, tally.droppedReports());
        assertEquals(whole.length + 1, tally.rejections().count(RejectionReason.LENGTH));
        // The header: version, kind, stamp and number. A flipped sign or index is another report.
        for (int bit = 0; bit < 72; bit++) {
          byte[] flipped = whole.clone();
          flipped[bit / 8] ^= (byte) (1 << (bit % 8));
          assertFalse(tally.take(flipped));
        }
        assertEquals(4, tally.rejections().count(RejectionReason.VERSION));
        assertEquals(4, tally.rejections().count(RejectionReason.KIND));
        assertEquals(32, tally.rejections().count(RejectionReason.ROUND));
        assertEquals(32, tally.rejections().count(RejectionReason.COUNT));
        assertEquals(0, tally.acceptedReports());
        state = state.next(ofReports(state));
      }
    }
  }

  @Test
  void take_bundleOfAnotherState_isDropped() {
    LocalMeanState first = start(SPECS.get(0));
    LocalMeanState second = first.next(ofReports(first));
    LocalMeanState rerun =
        LocalMeanState.start(LocalMeanPlan.of(SPECS.get(0), USERS, DIMENSION), 4);
    LocalMeanTally tally = first.newTally();
    for (byte[] bundle : bundles(rerun)) {
      assertFalse(tally.take(bundle));
    }
    assertEquals(USERS, tally.rejections().count(RejectionReason.ROUND));
    LocalMeanTally norms = second.newTally();
    assertFalse(norms.take(bundles(first).get(0)));
    Report single = LocalMeanClient.of(second).reports("user 0", row(0), bits(second, 0)).get(0);
    assertFalse(norms.take(single.toBytes()));
    assertEquals(1, norms.rejections().count(RejectionReason.VERSION));
  }

  @Test
  void take_anyMultisetOfBundles_isTheTallyOfTheUsersTakenOnce() {
    LocalMeanState state = start(SPECS.get(0));
    List<byte[]> bundles = bundles(state);
    Random random = new Random(11);
    for (int trial = 0; trial < 20; trial++) {
      List<Integer> arrivals = new ArrayList<>();
      boolean[] came = new boolean[USERS];
      LocalMeanTally expected = state.newTally();
      for (int i = 0; i < USERS; i++) {
        for (int copies = random.nextInt(3); copies > 0; copies--) {
          arrivals.add(i);
          came[i] = true;
        }
        if (came[i]) {
          expected.take(bundles.get(i));
        }
      }
      Collections.shuffle(arrivals, random);
      LocalMeanTally tally = state.newTally();
      DuplicateFilter comers = DuplicateFilter.forOpenBundles();
      int repeated = 0;
      for (int user : arrivals) {
        String sender = "user " + user;
        byte[] whole = bundles.get(user);
        byte[] cut = Arrays.copyOf(whole, random.nextInt(whole.length));
        for (byte[] bundle : random.nextBoolean() ? List.of(cut, whole) : List.of(whole, cut)) {
          IntakeOutcome verdict = comers.verdict(sender, bundle);
          if (verdict == IntakeOutcome.FIRST && tally.take(bundle)) {
            comers.take(sender, bundle);
          }
          repeated += verdict == IntakeOutcome.REPEATED ? 1 : 0;
        }
      }
      assertEquals(expected.acceptedReports(), tally.acceptedReports());
      assertEquals(arrivals.size() - comers.size(), repeated);
      assertArrayEquals(state.next(expected).centre(), state.next(tally).centre());
    }
  }
}
