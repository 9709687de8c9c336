package org.privatemean.device;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.privatemean.device.JournalEntry.JoinedRun;
import org.privatemean.local.LocalMeanState;
import org.privatemean.noise.DigestBits;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.RoundState;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * The device of a user: a secret key, and a ledger of the runs that it joined and the rounds that
 * it answered. It protects its user from a server that shows arbitrary states.
 *
 * <p><b>Contract.</b> A run is joined by its state of round 0, and pinned: its id, plan, public
 * seed, the keys for sealing, and the user's id. From then on {@link LocalMeanSession#answer} and
 * {@link ShuffleMeanSession#answer} answer only states of that run, one state per round and in
 * order; an answered state gets the same bytes again. Everything else is refused by a {@link
 * RefusedException}. An answer is stored on the disk before it is returned: after a crash at any
 * time either nothing was sent, or the same bytes are sent again, or the answer was partly written
 * and counts as given, with nothing to send.
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
   * Opens a device as {@link #open(Path)} does, with a limit on the cost of all runs together,
   * including those joined before.
   *
   * @throws RefusedException if the folder is damaged or already open
   * @throws java.io.UncheckedIOException if it cannot be read or written
   */
  public static Device open(Path folder, DeviceLimit limit) {
    return open(folder, Optional.of(limit), new Disk());
  }

  static Device open(Path folder, Optional<DeviceLimit> limit, Disk disk) {
    DeviceFolder opened = DeviceFolder.open(folder, disk);
    return new Device(opened.key(), new DeviceLedger(Optional.of(opened)), limit);
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
    return new Device(key, new DeviceLedger(Optional.empty()), limit);
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
   * Joins or rejoins an announced run of a local mean.
   *
   * @param announced the app's knowledge of the run, not from the server
   * @param start the state of round 0
   * @param userId as in {@link #join(String, LocalMeanState, String)}
   * @throws RefusedException as there, and if the announcement contradicts the start
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public LocalMeanSession join(Announcement announced, LocalMeanState start, String userId) {
    return new LocalMeanSession(session(announced, start, userId));
  }

  /**
   * Joins or rejoins a run of a shuffle mean without an announcement: only the server then says
   * that the start, on which the guarantee relies, is the same for all users, and bundles are open.
   * For simulations.
   *
   * @param runId as in {@link #join(String, LocalMeanState, String)}
   * @param start the state of round 0; its run id is this one, or ""
   * @param userId as there
   * @throws RefusedException as there
   * @throws IllegalArgumentException if the plan's noise does not give the stated guarantee
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public ShuffleMeanSession join(String runId, ShuffleMeanState start, String userId) {
    return join(Announcement.none(runId), start, userId);
  }

  /**
   * Joins or rejoins an announced run of a shuffle mean.
   *
   * @param announced the app's knowledge of the run, not from the server; bundles are sealed if it
   *     has the keys of server and shuffler
   * @param start the state of round 0
   * @param userId as in {@link #join(String, LocalMeanState, String)}
   * @throws RefusedException as there, and if the announcement contradicts the start
   * @throws IllegalArgumentException if the plan's noise does not give the stated guarantee
   * @throws java.io.UncheckedIOException if the ledger cannot be written
   */
  public ShuffleMeanSession join(Announcement announced, ShuffleMeanState start, String userId) {
    return new ShuffleMeanSession(session(announced, start, userId), announced.keys());
  }

  private <S extends RoundState<?, ?, S>> RunSession<S> session(
      Announcement announced, S start, String userId) {
    RunTerms given = RunTerms.of(start);
    announced.check(given);
    if (start.round() != 0) {
      throw new RefusedException(
          String.format(
              "a run is joined by its state of round 0, and %d rounds of this one are over",
              start.round()));
    }
    if (!given.startDigest().equals(start.digest())) {
      throw new RefusedException("this state of round 0 is not as a run starts");
    }
    pin(announced, given, userId);
    return new RunSession<>(ledger, key, announced.runId(), userId, start);
  }

  /** Joins a run, or checks that it was joined by the same start, user and keys. */
  private void pin(Announcement announced, RunTerms given, String userId) {
    RunCost cost = given.cost().get();
    byte[] start = given.state().toBytes();
    byte[] user =
        DigestBits.sha256(
            PublicRun.checkText("a user's id", userId).getBytes(StandardCharsets.UTF_8));
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
          "the run was joined by another start, by " + difference(joined, given, cost, start));
    }
    if (!Arrays.equals(joined.user(), user)) {
      throw new RefusedException("the run was joined by another user's id");
    }
    if (!Arrays.equals(joined.sealing(), announced.sealing())) {
      throw new RefusedException("the run was joined with other keys to seal to");
    }
  }

  private static String difference(JoinedRun joined, RunTerms given, RunCost cost, byte[] start) {
    if (joined.cost().isOfShuffle() != cost.isOfShuffle()) {
      return "the model";
    }
    if (joined.start().length == 0 || joined.start()[0] != start[0]) {
      return "the version of its form";
    }
    return RunTerms.read(joined).difference(given);
  }

  /** Releases the folder; sessions of this device then join no run and answer no new state. */
  @Override
  public void close() {
    ledger.close();
  }
}
