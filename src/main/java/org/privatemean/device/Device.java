package org.privatemean.device;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.privatemean.local.LocalMeanState;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * A user's device: a secret key, and a ledger of the runs that it joined and the rounds that it
 * answered. It protects its user from a server that shows whatever it likes.
 *
 * <p><b>Contract.</b> A run is joined by its state of round 0, and pinned: its id, its plan
 * (budget, bounds, number of users, dimension, honestFraction and all else), its public seed, the
 * keys that are sealed to, and the user's id. From then on {@link LocalMeanSession#answer} and
 * {@link ShuffleMeanSession#answer} answer the states of that run alone, each round for one state
 * and in order; a state that was answered gets the bytes that were sent. All else is refused by a
 * {@link RefusedException}. An answer is kept on the disk before it is returned, so that a crash at
 * any moment leaves either nothing sent or something that is sent again as it is. What a crash left
 * half written counts as answered with nothing to send.
 *
 * <p>A folder serves one process at a time. It must not be copied, backed up or put back: an older
 * copy has forgotten what was answered since.
 *
 * <pre>{@code
 * try (Device device = Device.open(folder, DeviceLimit.ofEpsilon(new ApproxDp(4, 1e-8)))) {
 *   ShuffleMeanSession session = device.join(announcement, start, userId);
 *   byte[] bundle = session.answer(ShuffleMeanState.of(fromServer), row);
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
public final class Device implements AutoCloseable {
  private final DeviceKey key;
  private final DeviceLedger ledger;
  private final Optional<DeviceLimit> limit;

  private Device(DeviceKey key, DeviceLedger ledger, Optional<DeviceLimit> limit) {
    this.key = key;
    this.ledger = ledger;
    this.limit = limit;
  }

  /**
   * Opens a device without a limit for what all runs together may cost; it and its key are made at
   * the first call.
   *
   * @param folder of this device alone, readable by its owner only
   * @throws RefusedException if the folder is damaged or open already
   * @throws java.io.UncheckedIOException if it cannot be read or written
   */
  public static Device open(Path folder) {
    return open(folder, Optional.empty(), new Disk());
  }

  /**
   * Opens a device with a limit for what all runs together may cost its user.
   *
   * @param folder of this device alone, readable by its owner only
   * @param limit the app's; runs that were joined before count
   * @throws RefusedException if the folder is damaged or open already
   * @throws java.io.UncheckedIOException if it cannot be read or written
   */
  public static Device open(Path folder, DeviceLimit limit) {
    return open(folder, Optional.of(limit), new Disk());
  }

  static Device open(Path folder, Optional<DeviceLimit> limit, Disk disk) {
    DeviceFolder opened = DeviceFolder.open(folder, disk);
    return new Device(opened.key(), new DeviceLedger(opened.journal(), opened.entries()), limit);
  }

  /** A device that forgets everything with the process: for tests and simulations. */
  public static Device inMemory() {
    return inMemory(DeviceKey.fromOperatingSystem(), Optional.empty());
  }

  /** The same with a limit. */
  public static Device inMemory(DeviceLimit limit) {
    return inMemory(DeviceKey.fromOperatingSystem(), Optional.of(limit));
  }

  static Device inMemory(DeviceKey key, Optional<DeviceLimit> limit) {
    return new Device(key, new DeviceLedger(Journal.inMemory(), List.of()), limit);
  }

  /**
   * Joins a run of a local mean, or comes back to it, without an announcement: that the start is
   * everybody's is then the server's word.
   *
   * @param runId the run's name, at most 256 bytes in UTF-8
   * @param start the state of round 0; its run id is this one, or ""
   * @param userId identifies the user, at most 256 bytes in UTF-8; fixed before the seed is known,
   *     and no function of the row
   * @throws RefusedException if the start is not of round 0 or of another run, the run was joined
   *     by another start or user, or it does not fit into the limit
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public LocalMeanSession join(String runId, LocalMeanState start, String userId) {
    return join(Announcement.none(runId), start, userId);
  }

  /**
   * Joins a run of a local mean, or comes back to it.
   *
   * @param announced what the app knows of the run, not from the server
   * @param start the state of round 0
   * @param userId as above
   * @throws RefusedException as above, and if the announcement contradicts the start
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public LocalMeanSession join(Announcement announced, LocalMeanState start, String userId) {
    announced.check(start);
    if (start.round() != 0) {
      throw notFromTheStart(start.round());
    }
    LocalMeanState first = LocalMeanState.start(start.plan(), start.publicSeed(), start.runId());
    checkStart(first.digest(), start.digest());
    RunCost cost = RunCost.compute(start.plan().spec());
    pin(
        announced,
        cost,
        userId,
        start.toBytes(),
        pinned -> RunTerms.from(LocalMeanState.of(pinned)).difference(RunTerms.from(start)));
    return new LocalMeanSession(ledger, key, announced.runId(), userId, start);
  }

  /**
   * Joins a run of a shuffle mean, or comes back to it, without an announcement: that the start is
   * everybody's, on which the guarantee rests, is then the server's word, and bundles are open. For
   * simulations, or where the app has the start from elsewhere.
   *
   * @param runId the run's name, at most 256 bytes in UTF-8
   * @param start the state of round 0; its run id is this one, or ""
   * @param userId identifies the user, at most 256 bytes in UTF-8; fixed before the seed is known,
   *     and no function of the row
   * @throws RefusedException if the start is not of round 0 or of another run, the run was joined
   *     by another start or user, or it does not fit into the limit
   * @throws IllegalArgumentException if the plan's noise does not give the guarantee that it states
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public ShuffleMeanSession join(String runId, ShuffleMeanState start, String userId) {
    return join(Announcement.none(runId), start, userId);
  }

  /**
   * Joins a run of a shuffle mean, or comes back to it.
   *
   * @param announced what the app knows of the run, not from the server; with the keys of server
   *     and shuffler bundles are sealed
   * @param start the state of round 0
   * @param userId as above
   * @throws RefusedException as above, and if the announcement contradicts the start
   * @throws IllegalArgumentException if the plan's noise does not give the guarantee that it states
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public ShuffleMeanSession join(Announcement announced, ShuffleMeanState start, String userId) {
    announced.check(start);
    if (start.round() != 0) {
      throw notFromTheStart(start.round());
    }
    ShuffleMeanState first =
        ShuffleMeanState.start(start.plan(), start.publicSeed(), start.runId());
    checkStart(first.digest(), start.digest());
    // Checks that the noise of the plan gives what it states, the first time that it is asked for.
    start.plan().charges();
    RunCost cost = RunCost.compute(start.plan().spec().budget());
    pin(
        announced,
        cost,
        userId,
        start.toBytes(),
        pinned -> RunTerms.from(ShuffleMeanState.of(pinned)).difference(RunTerms.from(start)));
    return new ShuffleMeanSession(ledger, key, announced.runId(), userId, start, announced.keys());
  }

  private static RefusedException notFromTheStart(int round) {
    return new RefusedException(
        String.format(
            "a run is joined by its state of round 0, and %d rounds of this one are over", round));
  }

  private static void checkStart(String first, String given) {
    if (!first.equals(given)) {
      throw new RefusedException("this state of round 0 is not as a run starts");
    }
  }

  /** Says by what a start differs from the one that was joined, in its binary form. */
  @FunctionalInterface
  private interface Difference {
    String from(byte[] pinned);
  }

  private void pin(
      Announcement announced, RunCost cost, String userId, byte[] start, Difference difference) {
    byte[] user = DeviceKey.sha256(HashedTexts.utf8("a user's id", userId));
    Optional<JoinedRun> before = ledger.run(announced.runId());
    if (before.isEmpty()) {
      String period = limit.map(DeviceLimit::period).orElse("");
      ledger.join(
          new JoinedRun(announced.runId(), period, cost, user, announced.sealing(), start), limit);
      return;
    }
    JoinedRun joined = before.get();
    if (!Arrays.equals(joined.start(), start)) {
      throw new RefusedException(
          "the run was joined by another start, by " + difference(joined, cost, start, difference));
    }
    if (!Arrays.equals(joined.user(), user)) {
      throw new RefusedException("the run was joined by another user's id");
    }
    if (!Arrays.equals(joined.sealing(), announced.sealing())) {
      throw new RefusedException("the run was joined with other keys to seal to");
    }
  }

  private static String difference(
      JoinedRun joined, RunCost cost, byte[] start, Difference difference) {
    boolean sameModel = isShuffle(joined.cost()) == isShuffle(cost);
    boolean sameVersion = joined.start()[0] == start[0];
    if (!sameModel) {
      return "the model";
    }
    return sameVersion ? difference.from(joined.start()) : "the version of its form";
  }

  private static boolean isShuffle(RunCost cost) {
    return cost.kind() == RunCost.GuaranteeKind.APPROXIMATE;
  }

  /** Releases the folder; sessions of this device join no run and answer no new state any more. */
  @Override
  public void close() {
    ledger.close();
  }
}
