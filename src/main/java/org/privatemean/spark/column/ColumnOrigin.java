package org.privatemean.spark.column;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.Product;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * The origin of the text of a column's cells: the source with its columns and options, but not its
 * location, and the Spark functions that compute the column from source columns. Two columns of the
 * same origin have the same text for the same row.
 *
 * <p>It is unknown if a step may be any function (user-defined functions, typed transformations,
 * aggregates, RDDs, checkpoints), if a value depends on more than the row (joins, {@code
 * current_date()}, {@code rand()}), or if parts of a union differ. It uses the analysed plan only
 * and runs no job.
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

  /** Options for the location of rows, the reading user or the batch size. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "\\((?i:paths?|__paths__|user|password|driver|fetchsize|batchsize|numpartitions|"
              + "partitioncolumn|lowerbound|upperbound|querytimeout|comment|bucketing_version|"
              + "transient_lastddltime|last_modified_\\w+|dbtable,[^(]*$),?.*",
          Pattern.DOTALL);

  private static final Pattern CREDENTIALS = Pattern.compile("(?i)(user|password)=[^&;,)]*");

  /**
   * Settings that affect the results of functions. Time functions contain the time zone themselves.
   */
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

  /** Signals a step whose effect is unknown. */
  private static final class HiddenException extends Exception {
    private static final long serialVersionUID = 1L;

    HiddenException() {
      super("hidden");
    }
  }

  /** Returns the origin of a column as text; empty if unknown. Runs no job. */
  public static Optional<String> find(Dataset<?> rows, String column) {
    int place = List.of(rows.schema().fieldNames()).indexOf(column);
    try {
      ColumnOrigin origin = new ColumnOrigin(rows.sparkSession());
      LogicalPlan plan = rows.queryExecution().analyzed();
      origin.addQueries(plan);
      return place < 0 ? Optional.empty() : Optional.of(origin.find(plan, place));
    } catch (HiddenException
        | ReflectiveOperationException
        | RuntimeException
        | LinkageError unknown) {
      return Optional.empty();
    }
  }

  private void addQueries(LogicalPlan node) throws ReflectiveOperationException {
    if (node instanceof CTERelationDef query) {
      queries.put(query.id(), query.child());
    }
    for (LogicalPlan child : all(LogicalPlan.class, "children", node)) {
      addQueries(child);
    }
  }

  private String find(LogicalPlan node, int place)
      throws HiddenException, ReflectiveOperationException {
    String kind = node.getClass().getSimpleName();
    List<LogicalPlan> children = all(LogicalPlan.class, "children", node);
    Attribute column = all(Attribute.class, "output", node).get(place);
    if (node instanceof CTERelationRef query) {
      // A query that refers to itself is no longer in the map.
      LogicalPlan named = queries.remove(query.cteId());
      if (named == null) {
        throw new HiddenException();
      }
      String origin = find(named, place);
      queries.put(query.cteId(), named);
      return origin;
    }
    if (children.isEmpty()) {
      return ofSource(kind, node, column);
    }
    if (kind.equals("Union")) {
      TreeSet<String> each = new TreeSet<>();
      for (LogicalPlan child : children) {
        each.add(find(child, place));
      }
      // The text does not record which rows have which origin.
      if (each.size() > 1) {
        throw new HiddenException();
      }
      return each.first();
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
      throw new HiddenException();
    }
    return find(column.exprId(), children);
  }

  /** Returns true if the rows are those of the first child; other joins depend on a condition. */
  private static boolean isSemiJoin(String kind, LogicalPlan node, List<LogicalPlan> children)
      throws ReflectiveOperationException {
    return kind.equals("Join")
        && all(Attribute.class, "output", node).size()
            == all(Attribute.class, "output", children.get(0)).size();
  }

  /** Returns the origin of a column that one of the nodes provides unchanged. */
  private String find(ExprId number, List<LogicalPlan> nodes)
      throws HiddenException, ReflectiveOperationException {
    for (LogicalPlan node : nodes) {
      List<Attribute> columns = all(Attribute.class, "output", node);
      for (int place = 0; place < columns.size(); place++) {
        if (columns.get(place).exprId().equals(number)) {
          return find(node, place);
        }
      }
    }
    throw new HiddenException();
  }

  private String ofSource(String kind, LogicalPlan node, Attribute column)
      throws HiddenException, ReflectiveOperationException {
    if (!SOURCES.contains(kind)) {
      throw new HiddenException();
    }
    TreeSet<String> options = new TreeSet<>();
    String format = kind;
    if (node instanceof LogicalRelation source) {
      format = source.relation().getClass().getName();
      if (source.relation() instanceof HadoopFsRelation files) {
        format = files.fileFormat().getClass().getName();
        addAll(options, files.options());
        options.add("(folders," + files.partitionSchema().catalogString() + ")");
      } else if (source.relation() instanceof JDBCRelation table) {
        addAll(options, table.jdbcOptions().parameters());
      } else {
        throw new HiddenException();
      }
    }
    for (int i = 0; i < node.productArity(); i++) {
      if (node.productElement(i) instanceof CatalogTable table) {
        options.add(String.valueOf(table.storage().serde()));
        addAll(options, table.storage().properties());
        if (table.provider().contains("hive")) {
          addAll(options, table.properties());
        }
      } else if (node.productElement(i) instanceof Map<?, ?> given) {
        format = node.productElement(0).getClass().getName();
        given.forEach((name, value) -> options.add("(" + name + "," + value + ")"));
      }
    }
    options.removeIf(option -> ELSEWHERE.matcher(option).matches());
    String origin =
        String.format(
            "%s %s of %s %s %s",
            column.name(),
            TypeKind.declared(column.dataType(), column.metadata()),
            format,
            node.schema().catalogString(),
            CREDENTIALS.matcher(options.toString()).replaceAll(""));
    boolean isTime =
        column.dataType().equals(DataTypes.TimestampType)
            || column.dataType().equals(DataTypes.DateType);
    return isTime ? origin + settings(OF_TIMES) : origin;
  }

  private static void addAll(Set<String> options, Object given) {
    for (Iterator<?> each = ((Iterable<?>) given).iterator(); each.hasNext(); ) {
      options.add(String.valueOf(each.next()));
    }
  }

  private String settings(List<String> names) {
    return names.stream()
        .map(name -> " " + name + "=" + session.conf().getOption(name))
        .collect(Collectors.joining());
  }

  private String find(Expression computed, List<LogicalPlan> children)
      throws HiddenException, ReflectiveOperationException {
    StringBuilder text = new StringBuilder();
    boolean isComputed = add(text, computed, children);
    return isComputed ? text + settings(OF_FUNCTIONS) : text.toString();
  }

  /** Adds an expression. Returns false if it is an unchanged column. */
  private boolean add(StringBuilder text, Expression value, List<LogicalPlan> children)
      throws HiddenException, ReflectiveOperationException {
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
      throw new HiddenException();
    }
    if (value instanceof Literal literal) {
      addWord(text, literal.sql() + " " + literal.dataType().catalogString());
    } else {
      addParts(text, value, children);
    }
    return true;
  }

  private void addParts(StringBuilder text, Object whole, List<LogicalPlan> children)
      throws HiddenException, ReflectiveOperationException {
    text.append(whole.getClass().getSimpleName()).append('(');
    Product product = (Product) whole;
    for (int i = 0; i < product.productArity(); i++) {
      addPart(text, product.productElement(i), children);
    }
    text.append(')');
  }

  /** Adds an argument. Fails for an object whose content is not fully visible. */
  private void addPart(StringBuilder text, Object part, List<LogicalPlan> children)
      throws HiddenException, ReflectiveOperationException {
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
      throw new HiddenException();
    }
    text.append(',');
  }

  private static void addWord(StringBuilder text, String word) {
    text.append(word.length()).append(':').append(word);
  }

  /**
   * Returns parts of a plan node by the method of the given name, by reflection: the type of
   * Scala's sequence depends on its version.
   */
  public static <T> List<T> all(Class<T> type, String which, Object node)
      throws ReflectiveOperationException {
    List<T> all = new ArrayList<>();
    Iterable<?> found = (Iterable<?>) node.getClass().getMethod(which).invoke(node);
    for (Iterator<?> each = found.iterator(); each.hasNext(); ) {
      all.add(type.cast(each.next()));
    }
    return all;
  }
}
