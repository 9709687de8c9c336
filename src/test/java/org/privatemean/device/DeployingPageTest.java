package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.PureDp;
import org.privatemean.protocol.DuplicateFilter;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.BundleIntake;
import org.privatemean.shuffle.OpenKey;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;
import org.privatemean.shuffle.SlotAnalyzer;

/** The programs of the page for deployers, which are these, run. */
final class DeployingPageTest {
  private static final Path PAGE = Path.of("src/site/markdown/deploying-to-devices.md");
  private static final Path SOURCE =
      Path.of("src/test/java/org/privatemean/device/DeployingPageTest.java");

  @TempDir private Path folder;

  private static double[] row(int user) {
    return new double[] {2 + (user % 7 - 3) * 0.1, -1 + (user % 5 - 2) * 0.1};
  }

  private static void assertNear(double[] mean, double reach) {
    assertEquals(2, mean[0], reach);
    assertEquals(-1, mean[1], reach);
  }

  @Tag("long") // Sealing the messages of 300 users takes over a minute.
  @Test
  void shuffle_asOnThePage() {
    int users = 300;
    Path folderOfApp = folder.resolve("shuffle");
    // [shuffle]
    // The server plans; the seed is drawn now, and shown when all users have enrolled.
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(16, 1e-6), new Bounds.Box(10, OptionalDouble.empty()))
            .withHonestFraction(0.95)
            .withRounds(4);
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec, users, 2);
    SecureRandom secure = new SecureRandom();
    long seed = secure.nextLong();
    byte[] salt = secure.generateSeed(Announcement.SALT_BYTES);
    OpenKey serverKey = OpenKey.fromOperatingSystem();
    OpenKey shufflerKey = OpenKey.fromOperatingSystem();
    ShuffleMeanState start = ShuffleMeanState.start(plan, seed, "usage 2026-11");

    // The announcement, the same for all, by a way that the server cannot change per user.
    Announcement announced =
        Announcement.ofCommitment(
                "usage 2026-11",
                Announcement.planDigest(start),
                Announcement.commitment(seed, salt))
            .withUsers(users)
            .withHonestFraction(0.95)
            .sealedTo(serverKey.sealKey(), shufflerKey.sealKey());

    // Later the salt is shown, and every app joins from the state of round 0.
    Announcement opened = announced.opened(salt);
    List<Device> devices = new ArrayList<>();
    List<ShuffleMeanSession> sessions = new ArrayList<>();
    for (int user = 0; user < users; user++) {
      Device device =
          user == 0
              ? Device.open(folderOfApp, DeviceLimit.ofEpsilon(new ApproxDp(32, 1e-5)))
              : Device.inMemory();
      devices.add(device);
      sessions.add(device.join(opened, start, "user " + user));
    }

    // Round after round: state to all, bundles to the shuffler, mixed slots to the server.
    ShuffleMeanState state = start;
    while (!state.isFinished()) {
      BundleIntake intake = BundleIntake.forSealed(state, shufflerKey);
      for (int user = 0; user < users; user++) {
        intake.take("token " + user, sessions.get(user).answer(state, row(user)));
      }
      ShuffleMeanTally tally = state.newTally();
      intake.drainTo(SlotAnalyzer.forSealed(state, serverKey, tally));
      state = state.next(tally);
    }
    double[] mean = state.mean();
    devices.forEach(Device::close);
    // [end]
    assertNear(mean, 0.5);
    assertEquals(users, state.participants());
  }

  @Test
  void local_asOnThePage() {
    int users = 2000;
    // [local]
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(8), new Bounds.Box(10, OptionalDouble.empty()));
    LocalMeanPlan plan = LocalMeanPlan.of(spec, users, 2);
    LocalMeanState start =
        LocalMeanState.start(plan, new SecureRandom().nextLong(), "usage 2026-11");
    Announcement announced = Announcement.ofStart("usage 2026-11", start.digest()).withUsers(users);
    List<LocalMeanSession> sessions = new ArrayList<>();
    for (int user = 0; user < users; user++) {
      sessions.add(Device.inMemory().join(announced, start, "user " + user));
    }
    LocalMeanState state = start;
    while (!state.isFinished()) {
      LocalMeanTally tally = state.newTally();
      DuplicateFilter comers = DuplicateFilter.forOpenBundles();
      for (int user = 0; user < users; user++) {
        byte[] bundle = sessions.get(user).answer(state, row(user));
        String token = "token " + user;
        // Empty: the user is not asked in this round.
        if (bundle.length > 0
            && comers.verdict(token, bundle) == DuplicateFilter.IntakeOutcome.FIRST
            && tally.take(bundle)) {
          comers.take(token, bundle);
        }
      }
      state = state.next(tally);
    }
    double[] mean = state.mean();
    // [end]
    assertNear(mean, 0.5);
  }

  /** What the page shows is what ran. */
  @Test
  void page_hasThePrograms() throws IOException {
    String page = Files.readString(PAGE);
    String source = Files.readString(SOURCE);
    for (String name : List.of("shuffle", "local")) {
      int from = source.indexOf("// [" + name + "]\n");
      String program =
          source.substring(source.indexOf('\n', from) + 1, source.indexOf("    // [end]", from));
      assertTrue(page.contains("```java\n" + program.indent(-4) + "```\n"), name);
    }
  }
}
