package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.privatemean.device.WireVectors.JSON;
import static org.privatemean.device.WireVectors.device;
import static org.privatemean.device.WireVectors.hex;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.privatemean.local.InputDomain;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.LocalWire;
import org.privatemean.local.PrivUnitParameters;
import org.privatemean.local.PrivUnitRandomizer;
import org.privatemean.local.PrivUnitReport;
import org.privatemean.local.ProjUnitParameters;
import org.privatemean.local.ProjUnitRandomizer;
import org.privatemean.local.ProjUnitReport;
import org.privatemean.local.Projection;
import org.privatemean.local.Report;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;
import org.privatemean.protocol.PublicState;
import org.privatemean.shuffle.BundleIntake;
import org.privatemean.shuffle.BundleIntake.BundleOutcome;
import org.privatemean.shuffle.OpenKey;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;
import org.privatemean.shuffle.ShuffleWire;

/** What the code makes of the inputs of a test vector, and what the server makes of the result. */
final class WireVector {
  private WireVector() {}

  /** The vector with all that follows from its inputs. */
  static ObjectNode completed(ObjectNode inputs) {
    ObjectNode vector = inputs.deepCopy();
    switch (vector.get("format").asText()) {
      case "local bundle" -> localBundle(vector);
      case "local state" -> {
        LocalMeanState state = LocalMeanState.of(bytes(vector, "state"));
        assertArrayEquals(bytes(vector, "state"), state.toBytes());
        vector.put("digest", state.digest());
      }
      case "shuffle bundle" -> shuffleBundle(vector);
      case "sealed shuffle bundle" -> sealedBundle(vector);
      case "shuffle state" -> vector.put("digest", shuffleState(vector).digest());
      case "message stream" -> vector.put("stream", hex(stream(vector)));
      case "PrivUnit report" -> privUnit(vector);
      case "ProjUnit report" -> projUnit(vector);
      default -> refuse(vector);
    }
    return vector;
  }

  private static byte[] bytes(JsonNode vector, String field) {
    return hex(vector.get(field).asText());
  }

  private static double[] doubles(JsonNode vector, String field) {
    return JSON.convertValue(vector.get(field), double[].class);
  }

  private static void bits(ObjectNode vector, PublicState state) {
    BitSource bits =
        DeviceKey.fromBytes(bytes(vector, "key"))
            .bits(state, vector.get("runId").asText(), vector.get("userId").asText());
    vector.put("digest", state.digest());
    vector.put("bits", firstBits(bits));
  }

  private static String firstBits(BitSource bits) {
    return String.format("%08x%08x", bits.nextBits(32), bits.nextBits(32));
  }

  private static void localBundle(ObjectNode vector) {
    LocalMeanState state = LocalMeanState.of(bytes(vector, "state"));
    assertArrayEquals(bytes(vector, "state"), state.toBytes());
    String user = vector.get("userId").asText();
    String run = vector.get("runId").asText();
    LocalMeanState start = LocalMeanState.start(state.plan(), state.publicSeed(), run);
    double[] row = doubles(vector, "row");
    bits(vector, state);
    int requested = LocalWire.roundAsked(state, user);
    // Of protocol ZCDP everybody is asked in every round.
    vector.set("roundAsked", requested < 0 ? JSON.nullNode() : JSON.valueToTree(requested));
    vector.set("derived", JSON.valueToTree(LocalWire.derived(state)));
    BitSource again = DeviceKey.fromBytes(bytes(vector, "key")).bits(state, run, user);
    List<Report> reports = LocalMeanClient.of(state).reports(user, row, again);
    vector.set("label", JSON.valueToTree(LocalWire.labels(state, reports)));
    ArrayNode single = vector.putArray("reports");
    LocalMeanTally tally = state.newTally();
    for (Report report : reports) {
      single.add(hex(report.toBytes()));
      tally.add(report);
    }
    byte[] bundle = device(vector.get("key").asText()).join(run, start, user).answer(state, row);
    vector.put("bundle", hex(bundle));
    assertEquals(reports.isEmpty(), bundle.length == 0);
    assertEquals(!reports.isEmpty(), tally.take(bundle));
    assertEquals(2L * reports.size(), tally.acceptedReports());
  }

  private static ShuffleMeanState shuffleState(JsonNode vector) {
    ShuffleMeanState state = ShuffleMeanState.of(bytes(vector, "state"));
    assertArrayEquals(bytes(vector, "state"), state.toBytes());
    return state;
  }

  private static void shuffleBundle(ObjectNode vector) {
    ShuffleMeanState state = shuffle(vector);
    byte[] bundle = answered(vector, state, Announcement.none(vector.get("runId").asText()));
    vector.put("bundle", hex(bundle));
    BundleIntake intake = BundleIntake.forOpen(state);
    assertEquals(BundleOutcome.TAKEN, intake.take("any", bundle));
  }

  private static ShuffleMeanState shuffle(ObjectNode vector) {
    ShuffleMeanState state = shuffleState(vector);
    bits(vector, state);
    vector.set("derived", JSON.valueToTree(ShuffleWire.derived(state)));
    vector.put("batch", state.batch(vector.get("userId").asText()));
    return state;
  }

  private static byte[] answered(
      ObjectNode vector, ShuffleMeanState state, Announcement announced) {
    ShuffleMeanState start =
        ShuffleMeanState.start(state.plan(), state.publicSeed(), announced.runId());
    return device(vector.get("key").asText())
        .join(announced, start, vector.get("userId").asText())
        .answer(state, doubles(vector, "row"));
  }

  private static void sealedBundle(ObjectNode vector) {
    ShuffleMeanState state = shuffle(vector);
    OpenKey server = OpenKey.of(bytes(vector, "serverSecret"));
    OpenKey shuffler = OpenKey.of(bytes(vector, "shufflerSecret"));
    vector.put("serverKey", hex(server.sealKey().toBytes()));
    vector.put("shufflerKey", hex(shuffler.sealKey().toBytes()));
    Announcement announced =
        Announcement.none(vector.get("runId").asText())
            .sealedTo(server.sealKey(), shuffler.sealKey());
    byte[] bundle = answered(vector, state, announced);
    vector.put("bundle", hex(bundle));
    BundleIntake intake = BundleIntake.forSealed(state, shuffler);
    assertEquals(BundleOutcome.TAKEN, intake.take("any", bundle));
  }

  /** The messages of a bundle as a stream, in the order of the slots, and read again. */
  private static byte[] stream(ObjectNode vector) {
    ObjectNode of = completed((ObjectNode) vector.get("bundleOf"));
    assertEquals(vector.get("bundleOf").toString(), of.toString());
    ShuffleMeanState state = shuffleState(of);
    try {
      byte[] stream = ShuffleWire.stream(state, bytes(of, "bundle"));
      read(stream, state);
      return stream;
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static ShuffleMeanTally read(byte[] stream, ShuffleMeanState state) throws IOException {
    return state.readMessages(new ByteArrayInputStream(stream));
  }

  private static BitSource reportBits(ObjectNode vector) {
    String[] texts = {"org.privatemean.test.report/1", vector.get("format").asText()};
    return DigestBits.fromSecret(texts, bytes(vector, "key"));
  }

  private static void privUnit(ObjectNode vector) {
    double[] input = doubles(vector, "vector");
    PrivUnitParameters parameters =
        PrivUnitParameters.of(
            vector.get("law").asText(),
            InputDomain.valueOf(vector.get("inputs").asText()),
            input.length,
            vector.get("bound").asDouble(),
            vector.get("epsilon").asDouble(),
            vector.get("label").asInt());
    vector.put("limit", parameters.gridLimit());
    vector.put("bits", firstBits(reportBits(vector)));
    PrivUnitReport report =
        PrivUnitRandomizer.create(parameters).randomize(input, reportBits(vector));
    assertEquals(report, PrivUnitReport.fromBytes(report.toBytes()));
    vector.put("report", hex(report.toBytes()));
  }

  private static void projUnit(ObjectNode vector) {
    double[] input = doubles(vector, "vector");
    int size = vector.get("size").asInt();
    ProjUnitParameters parameters =
        new ProjUnitParameters(
            Projection.valueOf(vector.get("projection").asText()),
            InputDomain.valueOf(vector.get("inputs").asText()),
            input.length,
            size,
            vector.get("bound").asDouble(),
            vector.get("epsilon").asDouble(),
            vector.get("label").asInt());
    vector.put("limit", parameters.gridLimit());
    vector.put("bits", firstBits(reportBits(vector)));
    ProjUnitReport report =
        ProjUnitRandomizer.create(parameters).randomize(input, reportBits(vector));
    assertEquals(report, ProjUnitReport.fromBytes(report.toBytes()));
    vector.put("report", hex(report.toBytes()));
  }

  /** An invalid frame is refused, for the reason that is given. */
  private static void refuse(ObjectNode vector) {
    byte[] frame = bytes(vector, "frame");
    String reason = vector.get("reason").asText();
    switch (vector.get("format").asText()) {
      case "invalid state" -> {
        assertEquals("STATE", reason);
        assertThrows(IllegalArgumentException.class, () -> LocalMeanState.of(frame));
      }
      case "invalid stream" -> {
        assertEquals("CHECKSUM", reason);
        ObjectNode of = unchanged(vector.get("of"));
        ShuffleMeanState state = shuffleState(of.get("bundleOf"));
        IOException refused = assertThrows(IOException.class, () -> read(frame, state));
        assertTrue(refused.getMessage().contains("checksum"), refused.getMessage());
      }
      case "invalid bundle" -> {
        ObjectNode of = unchanged(vector.get("of"));
        if (of.get("format").asText().equals("local bundle")) {
          LocalMeanTally tally = LocalMeanState.of(bytes(of, "state")).newTally();
          tally.take(frame);
          assertEquals(1, LocalWire.rejections(tally, reason), reason);
        } else {
          ShuffleMeanState state = shuffleState(of);
          BundleIntake intake = BundleIntake.forOpen(state);
          assertEquals(BundleOutcome.valueOf(reason), intake.take("any", frame));
        }
      }
      default -> throw new AssertionError("no such vector: " + vector.get("format"));
    }
  }

  private static ObjectNode unchanged(JsonNode vector) {
    ObjectNode again = completed((ObjectNode) vector);
    assertEquals(vector.toString(), again.toString());
    return again;
  }

  /** Whether the code makes a vector again as it stands. */
  static Optional<String> difference(JsonNode vector) {
    try {
      ObjectNode again = completed((ObjectNode) vector);
      // As text: a number that was read may be of another type than one that was computed.
      return again.toString().equals(vector.toString())
          ? Optional.empty()
          : Optional.of("the code makes " + again);
    } catch (AssertionError | RuntimeException refused) {
      return Optional.of(refused.toString());
    }
  }
}
