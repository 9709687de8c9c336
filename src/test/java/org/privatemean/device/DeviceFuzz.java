package org.privatemean.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.privatemean.fuzz.FuzzTarget;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.noise.DigestBits;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.BinaryCodec;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;

/** Readers of a device: of what a server sends it, and of its folder. */
public final class DeviceFuzz {
  private static final String USER = "user 7";
  private static final double[] ROW = {1.25, -0.5};
  private static final int USERS = 60;
  private static final Bounds BOUNDS = new Bounds.Statistical(5, 0.5, 2);
  private static final int SUM_BYTES = 32;
  private static final int HEADER_BYTES = 8 + SUM_BYTES;

  /** A disk that forces nothing. */
  private static final class QuickDisk extends Disk {
    @Override
    void force(FileChannel channel) {}

    @Override
    void forceFolder(Path folder) {}
  }

  private final Path folder;
  private final Map<String, byte[]> files = new HashMap<>();
  private final LocalMeanState start =
      LocalMeanState.start(
          LocalMeanPlan.of(LocalMeanSpec.paper(new Zcdp(40), BOUNDS).warningOnly(), USERS, 2),
          3,
          "run");
  private final LocalMeanState second = next(start);

  private DeviceFuzz(Path folder) {
    this.folder = folder;
    try (Device device = open()) {
      LocalMeanSession session = device.join("run", start, USER);
      session.answer(start, ROW);
      session.answer(second, ROW);
    }
    try {
      for (String name : List.of("key", "ledger", "mark")) {
        files.put(name, Files.readAllBytes(folder.resolve(name)));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private Device open() {
    return Device.open(folder, Optional.empty(), new QuickDisk());
  }

  private static LocalMeanState next(LocalMeanState state) {
    LocalMeanTally tally = state.newTally();
    LocalMeanClient client = LocalMeanClient.of(state);
    for (int i = 0; i < USERS; i++) {
      String user = "user " + i;
      tally.take(client.bundle(user, ROW, ReportKey.fromSeed(1).bits(state, user)));
    }
    return state.next(tally);
  }

  /** The bundle of a user of the start's run, or of a run of the state's. */
  private byte[] answered(byte[] bytes) {
    LocalMeanState state = LocalMeanState.of(bytes);
    boolean isSmall = state.plan().dimension() <= 1000;
    double[] row = isSmall ? new double[state.plan().dimension()] : ROW;
    Device device = Device.inMemory();
    return state.round() == 0
        ? device.join(state.runId(), state, USER).answer(state, row)
        : device.join("run", start, USER).answer(state, row);
  }

  private static byte[] answeredShuffle(byte[] bytes) {
    ShuffleMeanState state = ShuffleMeanState.of(bytes);
    boolean isSmall = state.plan().dimension() <= 1000;
    double[] row = isSmall ? new double[state.plan().dimension()] : ROW;
    return Device.inMemory().join(state.runId(), state, USER).answer(state, row);
  }

  private static byte[] shuffleStart() {
    ShuffleMeanSpec spec = ShuffleMeanSpec.of(new ApproxDp(8, 1e-3), BOUNDS).warningOnly();
    return ShuffleMeanState.start(ShuffleMeanPlan.of(spec, 100, 2), 1, "run").toBytes();
  }

  private FuzzTarget<?> file(String name, boolean isSummed) {
    return FuzzTarget.ofBytes(
            "file " + name + " of a device" + (isSummed ? ", summed" : ""),
            List.of(files.get(name)),
            bytes -> {
              for (Map.Entry<String, byte[]> file : files.entrySet()) {
                boolean isChanged = file.getKey().equals(name);
                byte[] changed = isChanged ? isSummed ? summed(bytes) : bytes : file.getValue();
                Files.write(folder.resolve(file.getKey()), changed);
              }
              try (Device device = open()) {
                return device.join("run", start, USER).answer(second, ROW);
              }
            })
        .refusing(RefusedException.class)
        .allocating(1 << 18, 256)
        .times(5_000);
  }

  /** The ledger whose entries are those of the input as far as they go, each with its sum. */
  private static byte[] summed(byte[] input) {
    if (input.length < HEADER_BYTES) {
      return input;
    }
    byte[] ledger = input.clone();
    byte[] sum = DigestBits.sha256(Arrays.copyOf(ledger, HEADER_BYTES));
    int at = HEADER_BYTES;
    while (ledger.length - at >= Integer.BYTES) {
      int length = ByteBuffer.wrap(ledger).getInt(at);
      long end = at + Integer.BYTES + (long) length;
      if (length < 0 || end + SUM_BYTES > ledger.length) {
        return ledger;
      }
      sum = DigestBits.sha256(sum, Arrays.copyOfRange(ledger, at, (int) end));
      System.arraycopy(sum, 0, ledger, (int) end, SUM_BYTES);
      at = (int) end + SUM_BYTES;
    }
    return ledger;
  }

  private static FuzzTarget<?> entries(List<byte[]> seeds) {
    return FuzzTarget.ofBytes("entry of a device's ledger", seeds, JournalEntry::read)
        .written(entry -> BinaryCodec.bytes(entry::write))
        .refusing(IOException.class);
  }

  private static List<byte[]> seedEntries(LocalMeanState start) {
    RunCost cost = new RunCost(RunCost.GuaranteeKind.CONCENTRATED, 40, 0);
    byte[] user = new byte[SUM_BYTES];
    List<JournalEntry> entries =
        List.of(
            new JournalEntry.JoinedRun("run", "", cost, user, new byte[0], start.toBytes()),
            new JournalEntry.JoinedRun(
                "other", "2026-11", cost, user, new byte[64], start.toBytes()),
            new JournalEntry.AnsweredRound(0, 1, start.digest(), new byte[] {1, 2, 3}),
            new JournalEntry.AnsweredRound(0, 2, start.digest(), null));
    return entries.stream().map(entry -> BinaryCodec.bytes(entry::write)).toList();
  }

  /** All of them, with a new folder of a device. */
  public static List<FuzzTarget<?>> targets(Path folder) {
    DeviceFuzz fuzz = new DeviceFuzz(folder);
    List<FuzzTarget<?>> targets = new ArrayList<>();
    targets.add(entries(seedEntries(fuzz.start)));
    targets.add(
        FuzzTarget.ofBytes(
                "local state, answered",
                List.of(fuzz.start.toBytes(), fuzz.second.toBytes()),
                fuzz::answered)
            .refusing(IllegalArgumentException.class, RefusedException.class)
            .times(100_000));
    targets.add(
        FuzzTarget.ofBytes(
                "shuffle state, answered", List.of(shuffleStart()), DeviceFuzz::answeredShuffle)
            .refusing(IllegalArgumentException.class, RefusedException.class)
            .allocating(1 << 26, 256)
            .times(3_000));
    targets.add(
        FuzzTarget.ofTexts(
                "digest of an announcement",
                List.of(fuzz.start.digest()),
                "0 A g \u0001 \u0663",
                text -> Announcement.ofStart("run", text).runId())
            .refusing(IllegalArgumentException.class)
            .times(50_000));
    for (String name : fuzz.files.keySet().stream().sorted().toList()) {
      targets.add(fuzz.file(name, false));
    }
    targets.add(fuzz.file("ledger", true));
    return targets;
  }
}
