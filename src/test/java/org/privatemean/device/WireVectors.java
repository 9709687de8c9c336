package org.privatemean.device;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanSpec.Randomizer;
import org.privatemean.local.LocalMeanSpec.Route;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.LocalWire;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;

/** Makes the test vectors: what is put into each. {@link WireVector} says what comes out. */
final class WireVectors {
  static final ObjectMapper JSON = new ObjectMapper();

  private static final String RUN = "r\u00fcn \ud83d\udcf1";
  private static final Bounds BOUNDS = new Bounds.Statistical(5, 0.5, 2);
  private static final double[] ROW = {1.25, -0.5, 2.75};
  private static final int USERS = 1000;

  private WireVectors() {}

  /** All vectors, by the names of their files. */
  static Map<String, JsonNode> files() {
    Map<String, JsonNode> files = new LinkedHashMap<>();
    List<ObjectNode> pure = localPure();
    files.put("local-pure.json", file(pure));
    List<ObjectNode> zcdp = localZcdp();
    files.put("local-zcdp.json", file(zcdp));
    files.put("shuffle-thresholds.json", file(shuffle(3, 40, 1, 0, 1, 4, 9, 11, 14)));
    List<ObjectNode> cells = shuffle(3, 5, 1, 0, 1, 2, 3);
    files.put("shuffle-cells.json", file(cells));
    List<ObjectNode> sum = shuffleSum();
    files.put("shuffle-sum.json", file(sum));
    files.put("reports.json", file(reports()));
    files.put("invalid.json", file(invalid(pure, zcdp, cells, sum)));
    return files;
  }

  private static JsonNode file(List<ObjectNode> vectors) {
    return JSON.valueToTree(vectors);
  }

  private static String key(int number) {
    byte[] secret = new byte[DeviceKey.BYTES];
    for (int i = 0; i < secret.length; i++) {
      secret[i] = (byte) (number + 7 * i);
    }
    return HexFormat.of().formatHex(secret);
  }

  private static ObjectNode made(String format, Map<String, Object> inputs) {
    ObjectNode vector = JSON.createObjectNode().put("format", format);
    vector.setAll((ObjectNode) JSON.valueToTree(inputs));
    return WireVector.completed(vector);
  }

  private static Map<String, Object> device(int number, byte[] state, String user, double[] row) {
    Map<String, Object> inputs = new LinkedHashMap<>();
    inputs.put("key", key(number));
    inputs.put("state", HexFormat.of().formatHex(state));
    inputs.put("userId", user);
    inputs.put("runId", RUN);
    inputs.put("row", row);
    return inputs;
  }

  private static <S> List<S> states(S start, int rounds, UnaryOperator<S> next) {
    List<S> states = new ArrayList<>(List.of(start));
    for (int r = 0; r < rounds; r++) {
      states.add(next.apply(states.get(r)));
    }
    return states;
  }

  /** The first user whose number is a number's. */
  private static String user(int wanted, ToIntFunction<String> of) {
    IntFunction<String> name = i -> "us\u00e9r " + i;
    return name.apply(
        IntStream.iterate(1, i -> i + 1)
            .filter(i -> of.applyAsInt(name.apply(i)) == wanted)
            .findFirst()
            .orElseThrow());
  }

  private static List<LocalMeanState> run(LocalMeanSpec spec, long seed) {
    LocalMeanPlan plan = LocalMeanPlan.of(spec.warningOnly(), USERS, ROW.length);
    LocalMeanState start = LocalMeanState.start(plan, seed, RUN);
    return states(start, plan.roundCount(), WireVectors::next);
  }

  private static LocalMeanState next(LocalMeanState state) {
    LocalMeanTally tally = state.newTally();
    LocalMeanClient client = LocalMeanClient.of(state);
    ReportKey key = ReportKey.fromSeed(5);
    for (int i = 0; i < USERS; i++) {
      String user = "user " + i;
      tally.take(client.bundle(user, new double[] {i % 5 - 1, 1, -2}, key.bits(state, user)));
    }
    tally.take(new byte[1]);
    return state.next(tally);
  }

  private static ObjectNode local(int number, LocalMeanState state, int requested) {
    String user = user(requested, id -> LocalWire.roundAsked(state, id));
    return made("local bundle", device(number, state.toBytes(), user, ROW));
  }

  private static List<ObjectNode> localPure() {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(8), BOUNDS);
    List<ObjectNode> vectors = new ArrayList<>();
    List<LocalMeanState> medians = run(spec.withRoute(Route.MEDIANS), -3);
    for (int round = 0; round < medians.size() - 1; round++) {
      vectors.add(local(round, medians.get(round), round));
    }
    // A sign says little of the row: more of them.
    for (int number = 8; number < 14; number++) {
      vectors.add(local(number, medians.get(number % 2), number % 2));
    }
    // Asked in another round than this one: the bundle is empty.
    vectors.add(local(3, medians.get(0), 2));
    LocalMeanSpec recentred = spec.withRoute(Route.RECENTRED);
    List<LocalMeanState> normal = run(recentred.withRandomizer(Randomizer.PRIV_UNIT_G), 4);
    vectors.add(local(4, normal.get(2), 2));
    vectors.add(local(5, normal.get(3), 3));
    List<LocalMeanState> projected = run(recentred.withRandomizer(Randomizer.PROJ_UNIT), 5);
    vectors.add(local(6, projected.get(1), 1));
    vectors.add(made("local state", Map.of("state", hex(medians.get(3).toBytes()))));
    return vectors;
  }

  private static List<ObjectNode> localZcdp() {
    List<LocalMeanState> states = run(LocalMeanSpec.paper(new Zcdp(20), BOUNDS), 1L << 60);
    List<ObjectNode> vectors = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      vectors.add(local(16 + round, states.get(round), -1));
    }
    vectors.add(made("local state", Map.of("state", hex(states.get(3).toBytes()))));
    return vectors;
  }

  private static List<ShuffleMeanState> run(int dimension, int rounds, int batches) {
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(16, 1e-6), BOUNDS)
            .withHonestFraction(0.95)
            .withRounds(rounds)
            .withBatches(batches)
            .warningOnly();
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec, USERS, dimension);
    ShuffleMeanState start = ShuffleMeanState.start(plan, 77, RUN);
    return states(start, plan.roundCount(), WireVectors::next);
  }

  private static ShuffleMeanState next(ShuffleMeanState state) {
    ShuffleMeanTally tally = state.newTally();
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    ReportKey key = ReportKey.fromSeed(6);
    for (int i = 0; i < USERS; i++) {
      double[] row = Arrays.copyOf(new double[] {i % 5 - 1, 1, -2}, state.plan().dimension());
      String user = "user " + i;
      client.randomize(user, row, key.bits(state, user), tally);
    }
    return state.next(tally);
  }

  private static ObjectNode shuffle(int number, ShuffleMeanState state, String user) {
    double[] row = Arrays.copyOf(ROW, state.plan().dimension());
    return made("shuffle bundle", device(number, state.toBytes(), user, row));
  }

  private static List<ObjectNode> shuffle(
      int dimension, int rounds, int batches, int... requested) {
    List<ShuffleMeanState> states = run(dimension, rounds, batches);
    List<ObjectNode> vectors = new ArrayList<>();
    for (int round : requested) {
      vectors.add(shuffle(32 + round, states.get(round), "user 12"));
    }
    return vectors;
  }

  private static List<ObjectNode> shuffleSum() {
    List<ShuffleMeanState> whole = run(2, 3, 1);
    List<ShuffleMeanState> split = run(1, 3, 2);
    ShuffleMeanState last = split.get(2);
    List<ObjectNode> vectors = new ArrayList<>();
    vectors.add(shuffle(64, whole.get(2), "user 12"));
    for (int batch = 0; batch < 2; batch++) {
      vectors.add(shuffle(65 + batch, last, user(batch, last::batch)));
    }
    Map<String, Object> sealed =
        device(67, split.get(1).toBytes(), "user 12", Arrays.copyOf(ROW, 1));
    sealed.put("serverSecret", key(201));
    sealed.put("shufflerSecret", key(202));
    vectors.add(made("sealed shuffle bundle", sealed));
    vectors.add(made("message stream", Map.of("bundleOf", vectors.get(1))));
    vectors.add(made("shuffle state", Map.of("state", hex(split.get(3).toBytes()))));
    return vectors;
  }

  private static List<ObjectNode> reports() {
    List<ObjectNode> vectors = new ArrayList<>();
    for (String law : List.of("SPHERE", "GAUSSIAN")) {
      for (String inputs : List.of("SPHERE", "BALL")) {
        vectors.add(made("PrivUnit report", report(80, "law", law, inputs)));
      }
    }
    for (String projection : List.of("HAAR", "HADAMARD")) {
      Map<String, Object> report = report(81, "projection", projection, "BALL");
      report.put("size", 2);
      vectors.add(made("ProjUnit report", report));
    }
    return vectors;
  }

  private static Map<String, Object> report(int number, String name, String value, String inputs) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("key", key(number));
    report.put("vector", new double[] {1.5, -2.25, 0.125});
    report.put(name, value);
    report.put("inputs", inputs);
    report.put("bound", 4.0);
    report.put("epsilon", 2.0);
    report.put("label", 9);
    return report;
  }

  private static List<ObjectNode> invalid(
      List<ObjectNode> pure, List<ObjectNode> zcdp, List<ObjectNode> cells, List<ObjectNode> sum) {
    byte[] haar = hex(pure.get(0).get("bundle").asText());
    byte[] vector = hex(pure.get(2).get("bundle").asText());
    byte[] cell = hex(cells.get(1).get("bundle").asText());
    byte[] batch = hex(sum.get(1).get("bundle").asText());
    byte[] stream = hex(sum.get(4).get("stream").asText());
    byte[] state = hex(zcdp.get(0).get("state").asText());
    List<ObjectNode> all = new ArrayList<>();
    all.add(invalid(pure.get(0), "bundle", with(haar, 0, 0x11), "VERSION"));
    all.add(invalid(pure.get(0), "bundle", with(haar, 0, 0x23), "KIND"));
    all.add(invalid(pure.get(0), "bundle", with(haar, 4, haar[4] ^ 1), "ROUND"));
    all.add(invalid(pure.get(0), "bundle", with(haar, 8, 2), "COUNT"));
    all.add(invalid(pure.get(0), "bundle", Arrays.copyOf(haar, haar.length + 1), "LENGTH"));
    all.add(invalid(pure.get(2), "bundle", with(vector, 9, 0xFF), "RANGE"));
    all.add(invalid(cells.get(1), "bundle", with(cell, 1, 1), "VERSION"));
    all.add(invalid(cells.get(1), "bundle", with(cell, 33, cell[33] ^ 1), "STATE"));
    all.add(invalid(cells.get(1), "bundle", Arrays.copyOf(cell, cell.length - 1), "LENGTH"));
    all.add(invalid(sum.get(1), "bundle", with(batch, 37, 2), "BATCH"));
    all.add(invalid(sum.get(4), "stream", with(stream, 50, stream[50] ^ 1), "CHECKSUM"));
    all.add(invalid(zcdp.get(0), "state", Arrays.copyOf(state, state.length + 1), "STATE"));
    all.add(invalid(zcdp.get(0), "state", with(state, 0, 9), "STATE"));
    return all;
  }

  private static ObjectNode invalid(ObjectNode of, String field, byte[] frame, String reason) {
    ObjectNode vector = JSON.createObjectNode();
    vector.put("format", String.format(Locale.ROOT, "invalid %s", field));
    vector.put("reason", reason);
    vector.put("frame", hex(frame));
    if (!field.equals("state")) {
      vector.set("of", of);
    }
    return vector;
  }

  private static byte[] with(byte[] bytes, int index, int value) {
    byte[] changed = bytes.clone();
    changed[index] = (byte) value;
    return changed;
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  static Device device(String key) {
    return Device.inMemory(DeviceKey.fromBytes(hex(key)), Optional.empty());
  }
}
