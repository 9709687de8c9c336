package org.privatemean.spark.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * A resolver of column names by the rules of Spark's expressions: the case rule of the session,
 * struct fields ({@code s.v}) and backticks. An exact match comes first. A struct field becomes a
 * separate column with its path as name. A name that matches several columns is refused.
 */
public final class ResolvedColumns {
  private static final List<String> COLUMN_PARAMS =
      List.of("inputCol", "groupCols", "personCol", "idCol");

  private static final Pattern PARTS =
      Pattern.compile("\\G(?:^|(?!^)\\.)(?:`((?:[^`]|``)+)`|([^.`]+))");

  private final boolean caseSensitive;
  private final Map<String, Column> fields = new LinkedHashMap<>();
  private StructType schema;

  private ResolvedColumns(StructType schema, boolean caseSensitive) {
    this.schema = schema;
    this.caseSensitive = caseSensitive;
  }

  /** Creates a resolver for a schema, with the case rule of the active session. */
  public static ResolvedColumns in(StructType schema) {
    return new ResolvedColumns(schema, SQLConf.get().caseSensitiveAnalysis());
  }

  /** Creates a resolver for the columns of a dataset, with the case rule of its session. */
  public static ResolvedColumns in(Dataset<?> dataset) {
    String rule = dataset.sparkSession().conf().get("spark.sql.caseSensitive", "false");
    return new ResolvedColumns(dataset.schema(), Boolean.parseBoolean(rule));
  }

  /** Returns a stage whose params use the column names of {@link #schema}, or the stage itself. */
  public <S extends Params> S resolve(S stage) {
    S resolved = stage;
    for (String name : COLUMN_PARAMS) {
      if (stage.hasParam(name) && stage.isDefined(stage.getParam(name))) {
        resolved = resolve(resolved, resolved.getParam(name));
      }
    }
    return resolved;
  }

  @SuppressWarnings("unchecked")
  private <S extends Params> S resolve(S stage, Param<?> param) {
    Object given = stage.getOrDefault(param);
    Object found =
        given instanceof String[] names
            ? Arrays.stream(names).map(name -> resolve(param.name(), name)).toArray(String[]::new)
            : resolve(param.name(), (String) given);
    if (Objects.deepEquals(given, found)) {
      return stage;
    }
    S copy = (S) stage.copy(ParamMap.empty());
    copy.set(copy.getParam(param.name()), found);
    return copy;
  }

  /** Returns the name of a column in {@link #schema}, or the given name if none matches. */
  public String resolve(String param, String name) {
    if (Arrays.asList(schema.fieldNames()).contains(name)) {
      return name;
    }
    List<StructField> path = path(param, name);
    if (path.isEmpty()) {
      return name;
    }
    StructField field = path.get(path.size() - 1);
    if (path.size() == 1) {
      return field.name();
    }
    String whole = path.stream().map(StructField::name).collect(Collectors.joining("."));
    if (fields.containsKey(whole)) {
      return whole;
    }
    if (Arrays.asList(schema.fieldNames()).contains(whole)) {
      throw ambiguous(param, name);
    }
    String sql = path.stream().map(part -> quote(part.name())).collect(Collectors.joining("."));
    fields.put(whole, functions.col(sql));
    boolean nullable = path.stream().anyMatch(StructField::nullable);
    schema = schema.add(whole, field.dataType(), nullable, field.metadata());
    return whole;
  }

  public static String quote(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Returns the fields from the top level to the named one; empty without a match. */
  private List<StructField> path(String param, String name) {
    List<StructField> path = new ArrayList<>();
    Matcher parts = PARTS.matcher(name);
    StructType struct = schema;
    int end = 0;
    while (parts.find()) {
      String part = parts.group(1) == null ? parts.group(2) : parts.group(1).replace("``", "`");
      List<StructField> found =
          struct == null
              ? List.of()
              : Arrays.stream(struct.fields()).filter(field -> isSame(field.name(), part)).toList();
      if (found.size() > 1) {
        throw ambiguous(param, name);
      }
      if (found.isEmpty()) {
        return List.of();
      }
      path.add(found.get(0));
      struct = found.get(0).dataType() instanceof StructType inner ? inner : null;
      end = parts.end();
    }
    return end == name.length() ? path : List.of();
  }

  private boolean isSame(String field, String part) {
    return caseSensitive ? field.equals(part) : field.equalsIgnoreCase(part);
  }

  private static ParamException ambiguous(String param, String name) {
    return new ParamException(
        param,
        String.format("{%s}: %s fits several columns", param, Refusal.literal(name)),
        "write it as the schema does, or rename one of them");
  }

  /** Returns the schema, with one more column for each struct field that was resolved. */
  public StructType schema() {
    return schema;
  }

  /** Returns rows with the columns of {@link #schema}; the same rows without resolved fields. */
  public Dataset<?> select(Dataset<?> rows) {
    Dataset<?> selected = rows;
    for (Map.Entry<String, Column> field : fields.entrySet()) {
      selected = selected.withColumn(field.getKey(), field.getValue());
    }
    return selected;
  }

  /** Returns rows without the columns that {@link #select} added. */
  public Dataset<Row> drop(Dataset<Row> rows) {
    return fields.isEmpty() ? rows : rows.drop(fields.keySet().toArray(String[]::new));
  }
}
