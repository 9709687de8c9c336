package org.privatemean.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HexFormat;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.privatemean.local.LocalRound.Task;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.PublicState;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleRun;
import org.privatemean.shuffle.message.BundleFormat;

/** What devices send, of fixed keys, for clients in other languages: made from the code. */
final class WireVectors {
  private static final String RUN = "run 7";
  private static final String DOMAIN = "org.privatemean.device.Device/1";
  private static final HexFormat HEX = HexFormat.of();
  private static final int USERS = 600;
  private static final double[] ROW = {1.25, -3};

  private final ObjectMapper mapper =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
  private final ArrayNode vectors = mapper.createArrayNode();
  private final ArrayNode invalid = mapper.createArrayNode();

  private WireVectors() {}

  /** All of them, as text. */
  static String text() throws IOException {
    WireVectors all = new WireVectors();
    Bounds bounds = new Bounds.Statistical(5, 0.5, 2);
    all.local("local pure", LocalMeanSpec.pure(new PureDp(8), bounds), false);
    all.local("local zCDP", LocalMeanSpec.paper(new Zcdp(40), bounds), false);
    for (LocalMeanSpec.Randomizer randomizer :
        new LocalMeanSpec.Randomizer[] {
          LocalMeanSpec.Randomizer.PRIV_UNIT_G, LocalMeanSpec.Randomizer.PROJ_UNIT
        }) {
      LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(8), bounds).withRandomizer(randomizer);
      all.local("local pure, " + randomizer, spec, true);
    }
    all.shuffle("shuffle thresholds", 40);
    all.shuffle("shuffle cells", 4);
    ObjectNode root = all.mapper.createObjectNode();
    root.set("invalid", all.invalid);
    root.set("vectors", all.vectors);
    return all.mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  private static byte[] key() {
    byte[] key = new byte[32];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (7 * i + 1);
    }
    return key;
  }

  static BitSource bits(PublicState state, String runId, String userId, byte[] key) {
    return DigestBits.ofSecret(
        new String[] {DOMAIN, "state " + state.digest(), runId, userId}, key);
  }

  private ObjectNode vector(
      String name, PublicState state, byte[] form, int round, String userId, byte[] bundle) {
    ObjectNode vector = vectors.addObject();
    vector.put("name", name);
    vector.put("key", HEX.formatHex(key()));
    vector.put("runId", RUN);
    vector.put("userId", userId);
    vector.put("round", round);
    vector.putArray("row").add(ROW[0]).add(ROW[1]);
    vector.put("state", HEX.formatHex(form));
    vector.put("digest", state.digest());
    BitSource bits = bits(state, RUN, userId, key());
    vector.put("bits", String.format("%08x%08x", bits.nextBits(32), bits.nextBits(32)));
    vector.put("bundle", HEX.formatHex(bundle));
    return vector;
  }

  private void local(String name, LocalMeanSpec spec, boolean lastOnly) {
    LocalMeanPlan plan = LocalMeanPlan.of(spec, USERS, ROW.length);
    LocalMeanState state = LocalMeanState.start(plan, 11, RUN);
    while (!state.isFinished()) {
      if (!lastOnly || state.round() == plan.roundCount() - 1) {
        local(name + ", " + state.task(), state);
      }
      state = next(state);
    }
  }

  private void local(String name, LocalMeanState state) {
    LocalMeanClient client = LocalMeanClient.of(state);
    LocalMeanPlan plan = state.plan();
    String asked =
        IntStream.range(0, USERS)
            .mapToObj(i -> "user " + i)
            .filter(client::takesPart)
            .findFirst()
            .orElseThrow();
    byte[] bundle = client.bundle(asked, ROW, bits(state, RUN, asked, key()));
    ObjectNode vector = vector(name, state, state.toBytes(), state.round(), asked, bundle);
    vector.put("model", "local");
    vector.put("split", plan.splitsUsers());
    ArrayNode shares = vector.putArray("shares");
    plan.rounds().forEach(round -> shares.add(round.share()));
    Task task = state.current().task();
    vector.put("task", task.name());
    if (task != Task.MEAN) {
      RangeDomain domain = plan.domain(task);
      vector.put("width", domain.width());
      vector.put("levels", domain.levels());
    }
    if (vectors.size() == 1) {
      reject("cut off", HEX.formatHex(bundle, 0, bundle.length - 1));
      byte[] other = bundle.clone();
      other[1] ^= 1;
      reject("another state", HEX.formatHex(other));
    }
  }

  private void reject(String reason, String bundle) {
    invalid
        .addObject()
        .put("vector", vectors.size() - 1)
        .put("reason", reason)
        .put("bundle", bundle);
  }

  private static LocalMeanState next(LocalMeanState state) {
    LocalMeanClient client = LocalMeanClient.of(state);
    LocalMeanTally tally = state.newTally();
    for (int i = 0; i < USERS; i++) {
      String user = "user " + i;
      double[] row = {1 + i % 7 / 7.0, -3 + i % 3 / 3.0};
      client.reports(user, row, ReportKey.fromSeed(4).bits(state, user)).forEach(tally::add);
    }
    return state.next(tally);
  }

  private void shuffle(String name, int rounds) {
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(16, 1e-6), new Bounds.Box(10, OptionalDouble.empty()))
            .withRounds(rounds)
            .withBatches(2);
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec, USERS, ROW.length);
    ShuffleMeanState state = ShuffleMeanState.start(plan, 12, RUN);
    double[][] rows = ShuffleRun.rows(USERS, ROW.length, 3);
    String task = "";
    while (!state.isFinished()) {
      if (!task.equals(state.task())) {
        task = state.task();
        shuffle(name + ", " + task, state);
      }
      state = ShuffleRun.next(state, rows, ReportKey.fromSeed(5));
    }
  }

  private void shuffle(String name, ShuffleMeanState state) {
    byte[] bundle =
        ShuffleMeanClient.of(state).bundle("user 3", ROW, bits(state, RUN, "user 3", key()));
    ObjectNode vector = vector(name, state, state.toBytes(), state.round(), "user 3", bundle);
    BundleFormat format = state.bundleFormat();
    vector.put("model", "shuffle");
    vector.put("batches", state.batches());
    vector.put("slots", format.slots());
    vector.put("labelBytes", format.message().labelBytes());
    vector.put("bodyBytes", format.message().bodyBytes());
    if (invalid.size() == 2) {
      byte[] torn = bundle.clone();
      torn[MARK] = 2;
      reject("a slot that is neither blank nor a message", HEX.formatHex(torn));
    }
  }

  /** The first byte of the first slot. */
  private static final int MARK = 44;
}
