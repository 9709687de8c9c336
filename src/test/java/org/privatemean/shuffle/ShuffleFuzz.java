package org.privatemean.shuffle;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.privatemean.fuzz.FuzzTarget;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;

/** Readers of the shuffle model: of states, bundles, slots and streams. */
public final class ShuffleFuzz {
  private static final int USERS = 100;
  private static final int DIMENSION = 2;
  private static final double[][] ROWS = ShuffleRun.rows(USERS, DIMENSION, 9);
  private static final ReportKey KEY = ReportKey.fromSeed(5);

  /** What a plan needs to find out about its noise. */
  private static final long OF_PLANS = 1 << 26;

  private ShuffleFuzz() {}

  private static List<ShuffleMeanState> states() {
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(8, 1e-3), new Bounds.Statistical(10, 0.5, 2)).warningOnly();
    ShuffleMeanState state =
        ShuffleMeanState.start(ShuffleMeanPlan.of(spec, USERS, DIMENSION), 1, "run");
    List<ShuffleMeanState> all = new ArrayList<>(List.of(state));
    while (!state.isFinished()) {
      state = ShuffleRun.next(state, ROWS, KEY);
      all.add(state);
    }
    return all;
  }

  private static byte[] stream(ShuffleMeanState state) {
    List<long[]> sent = new ArrayList<>();
    ShuffleRun.send(state, ROWS, 0, 2, KEY, (label, body) -> sent.add(new long[] {label, body}));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int count = Math.min(40, sent.size());
    try (MessageWriter writer = MessageWriter.open(bytes, state, state.format(), count)) {
      sent.stream().limit(count).forEach(message -> writer.send((int) message[0], message[1]));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return bytes.toByteArray();
  }

  /** The input with the checksum of what is before it. */
  private static byte[] summed(byte[] input) {
    int end = Math.max(0, input.length - Integer.BYTES);
    CRC32C sum = new CRC32C();
    sum.update(input, 0, end);
    return ByteBuffer.allocate(end + Integer.BYTES)
        .put(input, 0, end)
        .putInt((int) sum.getValue())
        .array();
  }

  private static FuzzTarget<?> messages(ShuffleMeanState state, boolean isSummed) {
    return FuzzTarget.ofBytes(
            "messages of round " + state.round() + (isSummed ? ", summed" : ""),
            List.of(stream(state)),
            bytes ->
                MessageReader.read(
                        new ByteArrayInputStream(isSummed ? summed(bytes) : bytes),
                        state,
                        state.format(),
                        state.newTally())
                    .acceptedReports())
        .refusing(IOException.class)
        .times(150_000);
  }

  private static FuzzTarget<?> bundles(ShuffleMeanState state) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    List<byte[]> seeds = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      seeds.add(client.bundle("user " + i, ROWS[i], KEY.bits(state, "user " + i)));
    }
    return FuzzTarget.ofBytes(
            "bundle of round " + state.round(),
            seeds,
            bytes -> {
              BundleIntake intake = BundleIntake.forOpen(state);
              ShuffleMeanTally tally = state.newTally();
              intake.take("user", bytes);
              intake.drainTo(SlotAnalyzer.forOpen(state, tally));
              return tally.droppedReports();
            })
        .times(20_000);
  }

  private static FuzzTarget<?> slots(ShuffleMeanState state) {
    byte[] bundle =
        ShuffleMeanClient.of(state).bundle("user 0", ROWS[0], KEY.bits(state, "user 0"));
    int bytes = state.bundleFormat().slotBytes(false);
    List<byte[]> seeds = new ArrayList<>();
    for (int at = BundleFormat.HEADER_BYTES; at < bundle.length; at += bytes) {
      seeds.add(Arrays.copyOfRange(bundle, at, at + bytes));
    }
    ShuffleMeanTally tally = state.newTally();
    SlotAnalyzer analyzer = SlotAnalyzer.forOpen(state, tally);
    return FuzzTarget.ofBytes(
        "slot of round " + state.round(),
        seeds,
        slot -> {
          analyzer.accept(slot, 0);
          return slot;
        });
  }

  private static FuzzTarget<?> sealedBundles(ShuffleMeanState state) {
    OpenKey server = OpenKey.fromOperatingSystem();
    OpenKey shuffler = OpenKey.fromOperatingSystem();
    byte[] bundle =
        ShuffleMeanClient.of(state)
            .sealedBundle(
                "user 0", ROWS[0], KEY.bits(state, "user 0"), server.sealKey(), shuffler.sealKey());
    byte[] slots = MessageBundle.slots(bundle, shuffler);
    byte[] slot = Arrays.copyOf(slots, state.bundleFormat().slotBytes(true));
    ShuffleMeanTally tally = state.newTally();
    SlotAnalyzer analyzer = SlotAnalyzer.forSealed(state, server, tally);
    return FuzzTarget.ofBytes(
            "sealed bundle and slot",
            List.of(bundle, slot),
            bytes -> {
              analyzer.accept(bytes, 0);
              return BundleIntake.forSealed(state, shuffler).take("user", bytes);
            })
        .times(15_000);
  }

  public static List<FuzzTarget<?>> targets() {
    List<ShuffleMeanState> states = states();
    List<FuzzTarget<?>> targets = new ArrayList<>();
    targets.add(
        FuzzTarget.ofBytes(
                "shuffle state",
                states.stream().map(ShuffleMeanState::toBytes).toList(),
                ShuffleMeanState::of)
            .written(ShuffleMeanState::toBytes)
            .refusing(IllegalArgumentException.class)
            .allocating(OF_PLANS, 256)
            .times(6_000));
    ShuffleMeanState first = states.get(0);
    ShuffleMeanState last = states.get(states.size() - 2);
    for (ShuffleMeanState state : List.of(first, last)) {
      targets.add(messages(state, false));
      targets.add(messages(state, true));
      targets.add(bundles(state));
      targets.add(slots(state));
    }
    targets.add(sealedBundles(last));
    return targets;
  }
}
