package org.privatemean.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Charge;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Field.SavedColumn;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.rows.group.GroupKey;

/**
 * A summary as one line of ASCII JSON, converted back bit for bit: the saved form for the results
 * of a ledger. The values of a release follow the columns of {@link ReleaseSchema}. Values that are
 * not finite are strings.
 */
final class SavedText {
  private static final ObjectMapper JSON =
      new ObjectMapper(JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build());

  private static final String RELEASE = "release";
  private static final String GROUPS = "groups";

  private SavedText() {}

  static String write(PrivateMeanSummary summary) {
    Map<String, Object> text = new LinkedHashMap<>();
    Map<String, Object> values = new LinkedHashMap<>();
    for (SavedColumn column : ReleaseSchema.columns()) {
      Object value = column.value(summary.common());
      if (value != null) {
        values.put(column.name(), value);
      }
    }
    text.put(RELEASE, values);
    if (summary.isGrouped()) {
      GroupTable table = summary.groups().get();
      KeyedRelease release = table.release();
      text.put(GroupTable.KEYS, table.keys().json());
      text.put(GroupTable.KEY_DELTA, release.keyDelta());
      text.put(GroupTable.GROUPS_PER_PERSON, release.means().groupsPerPerson());
      text.put(GroupTable.DIMENSION, release.means().dimension());
      List<Map<String, Object>> groups = new ArrayList<>();
      for (int g = 0; g < release.size(); g++) {
        groups.add(values(release.keys().get(g), release.means().groups().get(g)));
      }
      text.put(GROUPS, groups);
    }
    try {
      // Escapes the only control character that Jackson does not escape; names of columns may
      // contain any.
      return JSON.writeValueAsString(text).replace("\u007f", "\\u007f");
    } catch (JsonProcessingException valuesCanBeWritten) {
      throw new IllegalStateException(valuesCanBeWritten);
    }
  }

  /**
   * Reads a summary; refuses one whose format this version does not support, and any other text.
   */
  static PrivateMeanSummary read(String text) {
    try {
      return summary(JSON.readTree(text));
    } catch (JsonProcessingException | RuntimeException malformed) {
      // A value is absent or of another kind. Spark throws the former without declaring it.
      throw (ParamException) unknown().initCause(malformed);
    }
  }

  private static PrivateMeanSummary summary(JsonNode read) {
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
    return GroupTable.create(
        common,
        (StructType) DataType.fromJson(read.path(GroupTable.KEYS).asText()),
        keys,
        means,
        number(read.path(GroupTable.KEY_DELTA)),
        read.path(GroupTable.GROUPS_PER_PERSON).asInt(),
        read.path(GroupTable.DIMENSION).asInt());
  }

  private static Map<String, Object> values(GroupKey key, GroupMean group) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("key", Base64.getEncoder().encodeToString(key.bytes()));
    values.put("status", group.status().label());
    values.put("count", group.count());
    values.put("mean", group.mean());
    values.put("deviation", group.deviation());
    values.put("clippingNorm", group.clippingNorm());
    values.put("countStdDev", group.countStdDev());
    values.put("bias", group.bias());
    values.put("rho", group.rho());
    return values;
  }

  private static double number(JsonNode node) {
    return node.isTextual() ? Double.parseDouble(node.textValue()) : node.doubleValue();
  }

  private static double[] numbers(JsonNode list) {
    return list(list, SavedText::number).stream().mapToDouble(x -> x).toArray();
  }

  private static <T> List<T> list(JsonNode list, Function<JsonNode, T> element) {
    List<T> values = new ArrayList<>(list.size());
    list.forEach(each -> values.add(element.apply(each)));
    return values;
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
      case TEXTS -> list(node, JsonNode::textValue);
      case CHARGES ->
          list(
              node,
              each ->
                  new Charge(
                      each.path("step").asText(),
                      number(each.path("rho")),
                      number(each.path("delta"))));
    };
  }
}
