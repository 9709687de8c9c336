package org.privatemean.spark.column;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.jdbc.JDBCRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import scala.Product;
import scala.Tuple2;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * The origin of the text of a column's cells: the source with its columns and options, but not its
 * location, and the Spark functions that compute the column from source columns. Two columns of the
 * same origin have the same text for the same row.
 *
 * <p>It is unknown if a step may be any function (user-defined functions, typed transformations,
 * aggregates, RDDs, lists of rows, checkpoints, cached rows), if a value depends on more than the
 * row (joins, {@code current_date()}, {@code rand()}), or if parts of a union differ. It uses the
 * analysed plan only and runs no job.
 */
public final class ColumnOrigin {
  private static final String EXPRESSIONS = "org.apache.spark.sql.catalyst.expressions.";

  /** Leaf nodes whose columns and options alone determine a cell's text. */
  public static final Set<String> SOURCES =
      Set.of(
          "LocalRelation",
          "OneRowRelation",
          "Range",
          "LogicalRelation",
          "HiveTableRelation",
          "DataSourceV2Relation",
          "DataSourceV2ScanRelation",
          "StreamingDataSourceV2Relation",
          "StreamingDataSourceV2ScanRelation",
          "StreamingExecutionRelation",
          "StreamingRelation");

  /** Nodes with two children that return rows of the first child. */
  private static final Set<String> OF_TWO = Set.of("Intersect", "Except");

  /** Options for access and for the size of batches, which affect neither rows nor texts. */
  public static final Pattern OF_ACCESS =
      Pattern.compile(
          "(?i)password|fetchsize|batchsize|numpartitions|partitioncolumn|lowerbound|upperbound|"
              + "querytimeout|fs\\..*(?:token|secret|access\\.key).*");

  /** Options for the location of rows, the reading user and the driver. */
  private static final Pattern ELSEWHERE =
      Pattern.compile("(?i)paths?|__paths__|pathglobfilter|user|driver|" + OF_ACCESS.pattern());

  /** Properties of a Hive table that shape no text. */
  private static final Pattern OF_TABLE =
      Pattern.compile("(?i)comment|bucketing_version|transient_lastddltime|last_modified_\\w+");

  /** The name of a table in a database; other texts may be a query or a join. */
  private static final Pattern NAME = Pattern.compile("[^\\s(,;]+");

  private static final Pattern CREDENTIALS = Pattern.compile("(?i)\\b(user|password)=[^&;,)]*");

  private static final Pattern QUOTED = Pattern.compile("`((?:[^`]|``)*)`");

  /** Metadata of a column that do not shape its text; attributes of Spark ML may hold data. */
  private static final List<String> OF_COLUMN = List.of("comment", "ml_attr", TypeKind.DECLARED);

  /** The metadata key of a column about files, such as {@code _metadata.file_path}. */
  private static final String ABOUT_FILES = "__metadata_col";

  /** Settings of Spark that shape no text, or that a plan shows. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "spark\\.sql\\.(?:adaptive|artifact|autoBroadcast|broadcast|catalog|cbo|codegen|crossJoin|"
              + "debug|defaultCatalog|event|execution|extensions|files|globalTempDatabase|"
              + "hive\\.metastore|hive\\.thriftServer|inMemory|join|maxPlanStringLength|optimizer|"
              + "planChangeLog|pyspark|queryExecutionListeners|readSideCharPadding|redaction|repl|"
              + "session\\.timeZone|shuffle|statistics|streaming|thriftServer|ui|warehouse|"
              + "sources\\.(?:bucketing|commitProtocolClass|default|parallelPartitionDiscovery|"
              + "partitionOverwriteMode)).*|.*(?:compression\\.codec|[pP]ushdown.*|[vV]ectorized\\w*|"
              + "[bB]atchSize)");

  private static final Pattern OF_HADOOP =
      Pattern.compile("(?:orc|parquet|avro|textinputformat)\\..*|io\\.compression\\.codecs");

  /** Settings that affect the results of functions; functions of time contain the time zone. */
  private static final List<String> OF_FUNCTIONS =
      List.of(
          "spark.sql.ansi.enabled",
          "spark.sql.decimalOperations.allowPrecisionLoss",
          "spark.sql.icu.caseMappings.enabled",
          "spark.sql.legacy.timeParserPolicy");

  /** Settings that affect the dates and times of a source. */
  private static final List<String> OF_TIMES =
      List.of(
          "spark.sql.avro.datetimeRebaseModeInRead",
          "spark.sql.legacy.timeParserPolicy",
          "spark.sql.parquet.datetimeRebaseModeInRead",
          "spark.sql.parquet.int96RebaseModeInRead",
          "spark.sql.session.timeZone");

  private final SparkSession session;
  private final Map<Long, LogicalPlan> queries = new HashMap<>();

  private ColumnOrigin(SparkSession session) {
    this.session = session;
  }

  /** Returns the exception for a step whose effect is unknown, which {@link #find} catches. */
  private static IllegalStateException hidden() {
    return new IllegalStateException("hidden");
  }

  /** Returns the origin of a column as text; empty if unknown. Runs no job. */
  public static Optional<String> find(Dataset<?> rows, String column) {
    int place = List.of(rows.schema().fieldNames()).indexOf(column);
    try {
      ColumnOrigin origin = new ColumnOrigin(rows.sparkSession());
      LogicalPlan plan = rows.queryExecution().analyzed();
      origin.addQueries(plan);
      return place < 0
              // Rows that were read before may have been read under other settings.
              || rows.queryExecution()
                  .withCachedData()
                  .exists(node -> node.getClass().getSimpleName().equals("InMemoryRelation"))
          ? Optional.empty()
          : Optional.of(origin.find(plan, place) + origin.changedSettings());
    } catch (RuntimeException | LinkageError unknown) {
      return Optional.empty();
    }
  }

  /** Returns the settings that differ from Spark's defaults and may shape a text. */
  private String changedSettings() {
    Map<String, String> changed = new TreeMap<>();
    SQLConf usual = new SQLConf();
    forEach(
        session.conf().getAll(),
        (name, value) -> {
          boolean isOfSpark = name.startsWith("spark.sql.") && !HARMLESS.matcher(name).matches();
          if (isOfSpark && !value.equals(usual(usual, name))) {
            changed.put(name, value);
          }
        });
    Configuration files = new Configuration();
    for (Map.Entry<String, String> each : session.sessionState().newHadoopConf()) {
      String name = each.getKey();
      if (OF_HADOOP.matcher(name).matches() && !each.getValue().equals(files.get(name))) {
        changed.put(name, each.getValue());
      }
    }
    OF_FUNCTIONS.forEach(changed::remove);
    OF_TIMES.forEach(changed::remove);
    return words(changed);
  }

  /** Returns names and values as a text from which no others follow. */
  public static String words(Map<String, String> values) {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> {
          addWord(text, name);
          addWord(text, value);
        });
    return text.toString();
  }

  private static String usual(SQLConf usual, String name) {
    try {
      return usual.getConfString(name);
    } catch (NoSuchElementException unknown) {
      return "";
    }
  }

  private void addQueries(LogicalPlan node) {
    if (node instanceof CTERelationDef query) {
      queries.put(query.id(), query.child());
    }
    for (LogicalPlan child : all(LogicalPlan.class, "children", node)) {
      addQueries(child);
    }
  }

  private String find(LogicalPlan node, int place) {
    String kind = node.getClass().getSimpleName();
    List<LogicalPlan> children = all(LogicalPlan.class, "children", node);
    Attribute column = all(Attribute.class, "output", node).get(place);
    if (node instanceof CTERelationRef query) {
      // A query that refers to itself is no longer in the map.
      LogicalPlan named = queries.remove(query.cteId());
      if (named == null) {
        throw hidden();
      }
      String origin = find(named, place);
      queries.put(query.cteId(), named);
      return origin;
    }
    if (children.isEmpty()) {
      return ofSource(kind, node, column);
    }
    if (kind.equals("Union")) {
      List<String> each = children.stream().map(child -> find(child, place)).distinct().toList();
      // The text does not record which rows have which origin.
      if (each.size() > 1) {
        throw hidden();
      }
      return each.get(0);
    }
    if (kind.equals("Project")) {
      for (NamedExpression made : all(NamedExpression.class, "projectList", node)) {
        if (made instanceof Alias alias && alias.exprId().equals(column.exprId())) {
          return find(alias.child(), children);
        }
      }
    }
    if (kind.equals("WithCTE")) {
      return find(column.exprId(), children.subList(children.size() - 1, children.size()));
    }
    if (children.size() > 1 && !OF_TWO.contains(kind) && !isSemiJoin(kind, node, children)) {
      throw hidden();
    }
    return find(column.exprId(), children);
  }

  /** Returns true if the rows are those of the first child; other joins depend on a condition. */
  private static boolean isSemiJoin(String kind, LogicalPlan node, List<LogicalPlan> children) {
    return kind.equals("Join")
        && all(Attribute.class, "output", node).size()
            == all(Attribute.class, "output", children.get(0)).size();
  }

  /** Returns the origin of a column that one of the nodes provides unchanged. */
  private String find(ExprId number, List<LogicalPlan> nodes) {
    for (LogicalPlan node : nodes) {
      List<Attribute> columns = all(Attribute.class, "output", node);
      for (int place = 0; place < columns.size(); place++) {
        if (columns.get(place).exprId().equals(number)) {
          return find(node, place);
        }
      }
    }
    throw hidden();
  }

  private String ofSource(String kind, LogicalPlan node, Attribute column) {
    // Rows in the plan, as those of a DataFrame, may have been computed from others.
    if (!SOURCES.contains(kind)
        || kind.equals("LocalRelation")
        || column.metadata().contains(ABOUT_FILES)) {
      throw hidden();
    }
    TreeSet<String> options = new TreeSet<>();
    String format = kind;
    if (node instanceof LogicalRelation source) {
      format = source.relation().getClass().getName();
      if (source.relation() instanceof HadoopFsRelation files) {
        format = files.fileFormat().getClass().getName();
        options.add("(folders," + schema(files.partitionSchema()) + ")");
      } else if (!(source.relation() instanceof JDBCRelation)) {
        throw hidden();
      }
    }
    for (int i = 0; i < node.productArity(); i++) {
      if (node.productElement(i) instanceof CatalogTable table) {
        options.add(String.valueOf(table.storage().serde()));
        forEach(table.storage().properties(), (name, value) -> addOption(options, name, value));
        if (table.provider().contains("hive")) {
          forEach(
              table.properties(),
              (name, value) -> {
                if (!OF_TABLE.matcher(name).matches()) {
                  addOption(options, name, value);
                }
              });
        }
      } else if (node.productElement(i) instanceof Map<?, ?>) {
        format = node.productElement(0).getClass().getName();
      }
    }
    if (node instanceof DataSourceV2Relation table && table.catalog().isDefined()) {
      Object catalog = table.catalog().get();
      String own = "spark.sql.catalog." + call("name", catalog) + ".";
      forEach(
          session.conf().getAll(),
          (name, value) -> {
            if (name.startsWith(own)) {
              addOption(options, name.substring(own.length()), value);
            }
          });
    }
    options(node).forEach((name, value) -> addOption(options, name, value));
    String origin =
        String.format(
            "%s %s of %s %s %s%s",
            column.name(),
            TypeKind.declared(column.dataType(), column.metadata()),
            format,
            schema(node.schema()),
            options,
            metadata(column));
    String type = column.dataType().catalogString();
    boolean isOfTime = type.contains("timestamp") || type.contains("date");
    return isOfTime ? origin + settings(OF_TIMES) : origin;
  }

  /** Returns a schema as text, from which no other schema follows. */
  private static String schema(StructType schema) {
    String quoted = schema.sql();
    boolean isAmbiguous =
        QUOTED.matcher(quoted).results().anyMatch(name -> name.group(1).matches(".*[:,<>].*"));
    return isAmbiguous ? quoted : schema.catalogString();
  }

  /** Returns the metadata that shape a text, such as the number of a column in Parquet files. */
  private static String metadata(Attribute column) {
    MetadataBuilder kept = new MetadataBuilder().withMetadata(column.metadata());
    OF_COLUMN.forEach(kept::remove);
    String text = kept.build().json();
    String type = column.dataType().json();
    return (text.equals("{}") ? "" : text) + (type.contains("\"metadata\":{\"") ? type : "");
  }

  public static Map<String, String> options(LogicalPlan node) {
    Map<String, String> options = new TreeMap<>();
    if (node instanceof LogicalRelation source) {
      if (source.relation() instanceof HadoopFsRelation files) {
        forEach(files.options(), options::put);
      } else if (source.relation() instanceof JDBCRelation table) {
        forEach(table.jdbcOptions().parameters(), options::put);
      }
    }
    for (int i = 0; i < node.productArity(); i++) {
      if (node.productElement(i) instanceof Map<?, ?> given) {
        given.forEach((name, value) -> options.put(String.valueOf(name), String.valueOf(value)));
      }
    }
    return options;
  }

  /** Calls a function with each pair of a Scala map, whose type depends on its version. */
  private static void forEach(Object pairs, BiConsumer<String, String> consumer) {
    for (Iterator<?> each = ((Iterable<?>) pairs).iterator(); each.hasNext(); ) {
      Tuple2<?, ?> pair = (Tuple2<?, ?>) each.next();
      consumer.accept(String.valueOf(pair._1()), String.valueOf(pair._2()));
    }
  }

  private static void addOption(Set<String> options, String name, String value) {
    boolean isTable = name.equalsIgnoreCase("dbtable") && NAME.matcher(value).matches();
    if (isTable || ELSEWHERE.matcher(name).matches()) {
      return;
    }
    String kept = name.equalsIgnoreCase("url") ? CREDENTIALS.matcher(value).replaceAll("") : value;
    String text = "(" + name + "," + kept + ")";
    // Within a list, such a text could be that of other options.
    boolean isAmbiguous = name.contains(",") || text.contains("), (");
    options.add(isAmbiguous ? name.length() + ":" + text.length() + ":" + text : text);
  }

  private String settings(List<String> names) {
    return names.stream()
        .map(name -> " " + name + "=" + session.conf().getOption(name))
        .collect(Collectors.joining());
  }

  private String find(Expression computed, List<LogicalPlan> children) {
    StringBuilder text = new StringBuilder();
    boolean isComputed = add(text, computed, children);
    return isComputed ? text + settings(OF_FUNCTIONS) : text.toString();
  }

  /** Adds an expression. Returns false if it is an unchanged column. */
  private boolean add(StringBuilder text, Expression value, List<LogicalPlan> children) {
    if (value instanceof Attribute column) {
      text.append(find(column.exprId(), children));
      return false;
    }
    if (value instanceof Alias alias) {
      return add(text, alias.child(), children);
    }
    if (!value.deterministic()
        || value.containsPattern(TreePattern.CURRENT_LIKE())
        || !value.getClass().getName().startsWith(EXPRESSIONS)) {
      throw hidden();
    }
    if (value instanceof Literal literal) {
      addWord(text, literal.sql() + " " + literal.dataType().catalogString());
    } else {
      addParts(text, value, children);
    }
    return true;
  }

  private void addParts(StringBuilder text, Object whole, List<LogicalPlan> children) {
    text.append(whole.getClass().getSimpleName()).append('(');
    Product product = (Product) whole;
    for (int i = 0; i < product.productArity(); i++) {
      addPart(text, product.productElement(i), children);
    }
    text.append(')');
  }

  /** Adds an argument. Fails for an object whose content is not fully visible. */
  private void addPart(StringBuilder text, Object part, List<LogicalPlan> children) {
    if (part instanceof Expression value) {
      boolean unused = add(text, value, children);
    } else if (part instanceof DataType type) {
      addWord(text, type.catalogString());
    } else if (part instanceof Class<?> type) {
      addWord(text, type.getName());
    } else if (part instanceof Iterable<?> list) {
      text.append('[');
      for (Iterator<?> each = list.iterator(); each.hasNext(); ) {
        addPart(text, each.next(), children);
      }
      text.append(']');
    } else if (part instanceof Product product
        && (part.getClass().getName().startsWith(EXPRESSIONS)
            || part.getClass().getName().startsWith("scala."))) {
      addParts(text, product, children);
    } else if (part == null
        || part.getClass().getName().startsWith("java.lang.")
        || part.getClass().getName().startsWith("scala.Enumeration")) {
      addWord(text, String.valueOf(part));
    } else {
      throw hidden();
    }
    text.append(',');
  }

  /** Adds a word with its length, so that no others follow from the text. */
  public static void addWord(StringBuilder text, String word) {
    text.append(word.length()).append(':').append(word);
  }

  /** Returns parts of a node by a method's name: Scala's versions differ in its type. */
  public static <T> List<T> all(Class<T> type, String which, Object node) {
    List<T> all = new ArrayList<>();
    Iterable<?> found = (Iterable<?>) call(which, node);
    for (Iterator<?> each = found.iterator(); each.hasNext(); ) {
      all.add(type.cast(each.next()));
    }
    return all;
  }

  /** Calls a method by name; throws IllegalStateException if there is none. */
  public static Object call(String method, Object object) {
    try {
      return object.getClass().getMethod(method).invoke(object);
    } catch (ReflectiveOperationException absent) {
      throw new IllegalStateException(absent);
    }
  }
}
