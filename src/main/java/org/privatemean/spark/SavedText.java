package org.privatemean.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Charge;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Field.SavedColumn;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.release.report.GroupMean;
import org.privatemean.release.report.GroupStatus;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.rows.group.GroupKey;

/**
 * A summary as one line of JSON, converted back bit for bit. It is the saved form without files,
 * for the results of a ledger. The values of a release follow the columns of {@link ReleaseSchema}.
 * Doubles are written so that the same double is read; values that are not finite are strings. The
 * text is plain ASCII without control characters, for any names of columns.
 */
final class SavedText {
  private static final ObjectMapper JSON =
      new ObjectMapper(JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build());

  private static final String RELEASE = "release";
  private static final String KEYS = "groupKeys";
  private static final String GROUPS = "groups";
  private static final String KEY_DELTA = "keyDelta";
  private static final String GROUPS_PER_PERSON = "maxGroupsPerPerson";
  private static final String DIMENSION = "groupDimension";

  private SavedText() {}

  static String write(PrivateMeanSummary summary) {
    ObjectNode text = JSON.createObjectNode();
    if (summary.isGrouped()) {
      GroupTable table = summary.groups().get();
      KeyedRelease release = table.release();
      text.set(RELEASE, node(release.common()));
      text.put(KEYS, table.keys().json());
      text.set(KEY_DELTA, node(release.keyDelta()));
      text.put(GROUPS_PER_PERSON, release.means().groupsPerPerson());
      text.put(DIMENSION, release.means().dimension());
      ArrayNode groups = text.putArray(GROUPS);
      for (int g = 0; g < release.size(); g++) {
        groups.add(node(release.keys().get(g), release.means().groups().get(g)));
      }
    } else {
      text.set(RELEASE, node(summary.release()));
    }
    try {
      // Escapes the only control character that Jackson does not escape; names of columns may
      // contain any.
      return JSON.writeValueAsString(text).replace("\u007f", "\\u007f");
    } catch (JsonProcessingException treesCanBeWritten) {
      throw new IllegalStateException(treesCanBeWritten);
    }
  }

  /**
   * Reads a summary.
   *
   * @throws ParamException if this version does not support its format
   */
  static PrivateMeanSummary read(String text) {
    JsonNode read;
    try {
      read = JSON.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw unknown();
    }
    JsonNode saved = read.path(RELEASE);
    int version = saved.path(ReleaseSchema.VERSION).asInt(0);
    if (version < ReleaseSchema.OLDEST_VERSION || version > ReleaseSchema.FORMAT_VERSION) {
      throw unknown();
    }
    Release release = ReleaseSchema.read(column -> value(column.type(), saved.path(column.name())));
    return read.has(GROUPS)
        ? new PrivateMeanSummary(table(release, read))
        : new PrivateMeanSummary(release);
  }

  private static ParamException unknown() {
    return new ParamException(
        "releaseName",
        "the result that the {ledger} has under {releaseName} has a format that this "
            + "version of spark-private-mean does not support",
        "read it with the release that stored it");
  }

  private static GroupTable table(Release common, JsonNode read) {
    List<GroupKey> keys = new ArrayList<>();
    List<GroupMean> means = new ArrayList<>();
    for (JsonNode group : read.path(GROUPS)) {
      keys.add(GroupKey.read(Base64.getDecoder().decode(group.path("key").asText())));
      means.add(
          new GroupMean(
              GroupStatus.fromLabel(group.path("status").asText()),
              number(group.path("count")),
              group.path("mean").isNull() ? null : numbers(group.path("mean")),
              number(group.path("deviation")),
              number(group.path("clippingNorm")),
              number(group.path("countStdDev")),
              number(group.path("bias")),
              number(group.path("rho"))));
    }
    return GroupRows.table(
        common,
        (StructType) DataType.fromJson(read.path(KEYS).asText()),
        keys,
        means,
        new GroupRows.Shared(
            number(read.path(KEY_DELTA)),
            read.path(GROUPS_PER_PERSON).asInt(),
            read.path(DIMENSION).asInt()));
  }

  private static ObjectNode node(Release release) {
    ObjectNode node = JSON.createObjectNode();
    for (SavedColumn column : ReleaseSchema.columns()) {
      Object value = column.value(release);
      if (value != null) {
        node.set(column.name(), node(value));
      }
    }
    return node;
  }

  private static ObjectNode node(GroupKey key, GroupMean group) {
    ObjectNode node = JSON.createObjectNode();
    node.put("key", Base64.getEncoder().encodeToString(key.bytes()));
    node.put("status", group.status().label());
    node.set("count", node(group.count()));
    node.set("mean", group.mean() == null ? JSON.nullNode() : node(group.mean()));
    node.set("deviation", node(group.deviation()));
    node.set("clippingNorm", node(group.clippingNorm()));
    node.set("countStdDev", node(group.countStdDev()));
    node.set("bias", node(group.bias()));
    node.set("rho", node(group.rho()));
    return node;
  }

  private static JsonNode node(Object value) {
    if (value instanceof Double number) {
      return Double.isFinite(number)
          ? JSON.getNodeFactory().numberNode(number)
          : JSON.getNodeFactory().textNode(number.toString());
    }
    if (value instanceof double[] numbers) {
      ArrayNode list = JSON.createArrayNode();
      for (double number : numbers) {
        list.add(node(number));
      }
      return list;
    }
    if (value instanceof List<?> values) {
      ArrayNode list = JSON.createArrayNode();
      values.forEach(each -> list.add(node(each)));
      return list;
    }
    if (value instanceof Charge charge) {
      ObjectNode node = JSON.createObjectNode().put("step", charge.step());
      node.set("rho", node(charge.rho()));
      node.set("delta", node(charge.delta()));
      return node;
    }
    return JSON.valueToTree(value);
  }

  private static double number(JsonNode node) {
    return node.isTextual() ? Double.parseDouble(node.textValue()) : node.doubleValue();
  }

  private static double[] numbers(JsonNode list) {
    double[] numbers = new double[list.size()];
    for (int j = 0; j < numbers.length; j++) {
      numbers[j] = number(list.get(j));
    }
    return numbers;
  }

  private static Object value(SavedColumn.Type type, JsonNode node) {
    if (node.isMissingNode()) {
      return null;
    }
    return switch (type) {
      case INTEGER -> node.intValue();
      case COUNT -> node.longValue();
      case NUMBER -> number(node);
      case FLAG -> node.booleanValue();
      case TEXT -> node.textValue();
      case NUMBERS -> numbers(node);
      case TEXTS -> texts(node);
      case CHARGES -> charges(node);
    };
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.textValue()));
    return texts;
  }

  private static List<Charge> charges(JsonNode list) {
    List<Charge> charges = new ArrayList<>();
    list.forEach(
        each ->
            charges.add(
                new Charge(
                    each.path("step").asText(),
                    number(each.path("rho")),
                    number(each.path("delta")))));
    return charges;
  }
}
