package org.privatemean.device;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.privatemean.local.LocalMeanState;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * The device of a user: a secret key, and a ledger of the runs that it joined and the rounds that
 * it answered. It protects its user from a server that shows arbitrary states.
 *
 * <p><b>Contract.</b> A run is joined by its state of round 0, and pinned: its id, its plan
 * (budget, bounds, number of users, dimension, honestFraction and all else), its public seed, the
 * keys for sealing, and the user's id. From then on {@link LocalMeanSession#answer} and {@link
 * ShuffleMeanSession#answer} answer only states of that run, one state per round and in order; an
 * answered state gets the same bytes again. Everything else is refused by a {@link
 * RefusedException}. An answer is stored on the disk before it is returned, so that after a crash
 * at any time either nothing was sent or the same bytes are sent again. An answer that a crash left
 * partly written counts as given, with nothing to send.
 *
 * <p>A folder serves one process at a time. It must not be copied, backed up or restored: an older
 * copy lacks the answers given since.
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
   * Opens a device without a limit on the cost of all runs together; the first call creates the
   * device and its key.
   *
   * @param folder of this device alone, readable by its owner only
   * @throws RefusedException if the folder is damaged or already open
   * @throws java.io.UncheckedIOException if it cannot be read or written
   */
  public static Device open(Path folder) {
    return open(folder, Optional.empty(), new Disk());
  }

  /**
   * Opens a device with a limit on the cost of all runs together.
   *
   * @param folder of this device alone, readable by its owner only
   * @param limit the app's; runs that were joined before count
   * @throws RefusedException if the folder is damaged or already open
   * @throws java.io.UncheckedIOException if it cannot be read or written
   */
  public static Device open(Path folder, DeviceLimit limit) {
    return open(folder, Optional.of(limit), new Disk());
  }

  static Device open(Path folder, Optional<DeviceLimit> limit, Disk disk) {
    DeviceFolder opened = DeviceFolder.open(folder, disk);
    return new Device(opened.key(), new DeviceLedger(opened.journal(), opened.entries()), limit);
  }

  /** Creates a device that exists only in this process, for tests and simulations. */
  public static Device inMemory() {
    return inMemory(DeviceKey.fromOperatingSystem(), Optional.empty());
  }

  /** Same as {@link #inMemory()}, with a limit. */
  public static Device inMemory(DeviceLimit limit) {
    return inMemory(DeviceKey.fromOperatingSystem(), Optional.of(limit));
  }

  static Device inMemory(DeviceKey key, Optional<DeviceLimit> limit) {
    return new Device(key, new DeviceLedger(Journal.inMemory(), List.of()), limit);
  }

  /**
   * Joins or rejoins a run of a local mean without an announcement: only the server then says that
   * the start is the same for all users.
   *
   * @param runId the run's name, at most 256 bytes in UTF-8
   * @param start the state of round 0; its run id is this one, or ""
   * @param userId identifies the user, at most 256 bytes in UTF-8; fixed before the seed is known,
   *     and not a function of the row
   * @throws RefusedException if the start is not of round 0 or of another run, the run was joined
   *     with another start or user, or it exceeds the limit
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public LocalMeanSession join(String runId, LocalMeanState start, String userId) {
    return join(Announcement.none(runId), start, userId);
  }

  /**
   * Joins or rejoins a run of a local mean.
   *
   * @param announced the app's knowledge of the run, not from the server
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
   * Joins or rejoins a run of a shuffle mean without an announcement: only the server then says
   * that the start, on which the guarantee relies, is the same for all users, and bundles are open.
   * For simulations, or if the app gets the start from elsewhere.
   *
   * @param runId the run's name, at most 256 bytes in UTF-8
   * @param start the state of round 0; its run id is this one, or ""
   * @param userId identifies the user, at most 256 bytes in UTF-8; fixed before the seed is known,
   *     and not a function of the row
   * @throws RefusedException if the start is not of round 0 or of another run, the run was joined
   *     with another start or user, or it exceeds the limit
   * @throws IllegalArgumentException if the plan's noise does not give the stated guarantee
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public ShuffleMeanSession join(String runId, ShuffleMeanState start, String userId) {
    return join(Announcement.none(runId), start, userId);
  }

  /**
   * Joins or rejoins a run of a shuffle mean.
   *
   * @param announced the app's knowledge of the run, not from the server; bundles are sealed if it
   *     has the keys of server and shuffler
   * @param start the state of round 0
   * @param userId as above
   * @throws RefusedException as above, and if the announcement contradicts the start
   * @throws IllegalArgumentException if the plan's noise does not give the stated guarantee
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
    // The first call checks that the noise of the plan gives the stated guarantee.
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

  /** The difference between a start and the joined one, by its binary form. */
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

  /** Releases the folder; sessions of this device then join no run and answer no new state. */
  @Override
  public void close() {
    ledger.close();
  }
}
