package org.privatemean.spark.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedLambdaVariable;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.catalyst.expressions.objects.LambdaVariable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.types.DataType;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.spark.column.ColumnOrigin;
import scala.Product;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * The plan of a DataFrame, without its rows: the kinds of its nodes, and its sources.
 *
 * <p><b>Privacy guarantee.</b> Rows inside the plan, as of a DataFrame created from a list, are
 * left out: only their schema counts, so that nothing derived from a plan, such as an exit code,
 * depends on them. The plan is the analysed one: the optimiser may evaluate functions of such rows,
 * which would be a read.
 *
 * <p>If a session or a version of Spark withholds plans, {@link #inspect} returns nothing.
 */
final class LogicalPlanCheck {
  private static final String UNION = "Union";
  private static final String FILTER = "Filter";

  /** Nodes that return a row per input row; a list of the others would miss each new one. */
  private static final Set<String> ONE_FOR_ONE =
      Set.of(
          "Project",
          "SubqueryAlias",
          "View",
          "Sort",
          "Repartition",
          "RepartitionByExpression",
          "RebalancePartitions",
          "Window",
          "ResolvedHint",
          "UnresolvedHint",
          "CollectMetrics",
          "EventTimeWatermark",
          "UpdateEventTimeWatermarkColumn",
          "SerializeFromObject",
          "DeserializeToObject",
          "MapElements",
          "AppendColumns",
          "AppendColumnsWithObject",
          "AttachDistributedSequence",
          "BatchEvalPython",
          "ArrowEvalPython",
          "WithCTE",
          "CTERelationDef",
          UNION);

  /** Those of {@link #ONE_FOR_ONE} that read several rows. */
  private static final Set<String> ACROSS_ROWS =
      Set.of("Window", "AttachDistributedSequence", "CollectMetrics");

  /** Leaves, apart from sources, whose rows are unchanged: some hide their inputs. */
  private static final Set<String> HIDING = Set.of("LogicalRDD", "ExternalRDD", "CTERelationRef");

  /** Leaves that hold rows, or addresses of rows, of this JVM. */
  private static final Set<String> OF_THIS_JVM =
      Set.of("LocalRelation", "LogicalRDD", "ExternalRDD", "InMemoryRelation", "CommandResult");

  /** The only row-wise stage of Spark ML whose function is declared non-deterministic. */
  private static final String ASSEMBLER = "org.apache.spark.ml.feature.VectorAssembler";

  private static final Pattern NUMBER = Pattern.compile("#(\\d+)");

  private static final Pattern QUERY = Pattern.compile("^CTERelation(?:Def|Ref) (\\d+)");

  /** The class of the names of catalog tables, in Spark 3.5 and later. */
  private static final String IDENTIFIER = "IdentifierImpl";

  private static final Pattern LAMBDA = Pattern.compile("\\$\\$Lambda.*");

  /** Beginnings of the names of classes whose objects consist of parts. */
  private static final Pattern OF_PARTS =
      Pattern.compile("(?:org\\.apache\\.spark\\.sql\\.catalyst|scala)\\.");

  private final Set<String> counting = new LinkedHashSet<>();
  private final Set<String> sources = new HashSet<>();
  private final Set<String> beyond = new LinkedHashSet<>();
  private boolean isUnited;
  private boolean isReadTwice;
  private final StringBuilder text = new StringBuilder();

  /** Places of the numbers that Spark gave to parts of this plan, which differ between runs. */
  private final Map<String, String> places;

  private LogicalPlanCheck(Map<String, String> places) {
    this.places = places;
  }

  /** Returns the plan of a DataFrame; empty if its session does not show plans. Runs no job. */
  static Optional<LogicalPlanCheck> inspect(Dataset<?> rows) {
    try {
      LogicalPlanCheck shape = new LogicalPlanCheck(new HashMap<>());
      shape.add(rows.queryExecution().analyzed());
      return Optional.of(shape);
    } catch (RuntimeException | LinkageError withheld) {
      return Optional.empty();
    }
  }

  /**
   * Returns, in plan order, the kinds of nodes that are not known to return one row per row of a
   * source. A union of tables has the rows of each and does not count; but if a source is read
   * twice, one of its rows may appear twice. Sources are distinguished by location, and rows of
   * this JVM by schema.
   */
  List<String> countingByValues() {
    List<String> kinds = new ArrayList<>(counting);
    if (isUnited && isReadTwice) {
      kinds.add("Union of a source with itself");
    }
    return kinds;
  }

  /** Returns, in plan order, the parts that may not compute a row from one row of a source. */
  List<String> beyondRows() {
    Stream<String> others = countingByValues().stream().filter(kind -> !FILTER.equals(kind));
    return Stream.concat(beyond.stream(), others).toList();
  }

  boolean hasFilter() {
    return counting.contains(FILTER);
  }

  /** Returns the SHA-256 of the plan, without rows of this JVM. */
  String digest() {
    return EntryAuthenticator.sha256(text.toString());
  }

  private void add(LogicalPlan node) {
    String kind = node.getClass().getSimpleName();
    List<LogicalPlan> children = ColumnOrigin.all(LogicalPlan.class, "children", node);
    boolean isLeafOfRows = HIDING.contains(kind) || ColumnOrigin.SOURCES.contains(kind);
    if (!(children.isEmpty() ? isLeafOfRows : ONE_FOR_ONE.contains(kind))) {
      counting.add(kind);
    }
    List<LogicalPlan> subqueries = ColumnOrigin.all(LogicalPlan.class, "subqueries", node);
    if (ACROSS_ROWS.contains(kind)) {
      beyond.add(kind);
    }
    if (!subqueries.isEmpty()) {
      beyond.add("a subquery");
    }
    if (ColumnOrigin.all(Expression.class, "expressions", node).stream()
        .anyMatch(value -> !isOfOneRow(value))) {
      beyond.add("a function that is not deterministic");
    }
    isUnited |= kind.equals(UNION);
    text.append(kind).append('[').append(children.isEmpty() ? leaf(kind, node) : inner(node));
    if (children.isEmpty()) {
      isReadTwice |= !sources.add(kind + source(kind, node));
    }
    for (LogicalPlan subquery : subqueries) {
      // It decides the values of the result, but not its number of rows.
      LogicalPlanCheck shape = new LogicalPlanCheck(places);
      shape.add(subquery);
      text.append(shape.text);
    }
    for (LogicalPlan child : children) {
      add(child);
    }
    text.append(']');
  }

  /** Returns true if a value depends on one row: it is deterministic, or an assembled vector. */
  private static boolean isOfOneRow(Expression value) {
    if (value instanceof Alias named
        && named.child() instanceof ScalaUDF function
        && function.function().getClass().getName().startsWith(ASSEMBLER)) {
      return ColumnOrigin.all(Expression.class, "children", function).stream()
          .allMatch(Expression::deterministic);
    }
    return value.deterministic();
  }

  /** Returns the source of a leaf as text, since a relation opened again is another object. */
  private String leaf(String kind, LogicalPlan node) {
    if (OF_THIS_JVM.contains(kind)) {
      return node.schema().simpleString();
    }
    return inner(node) + (isOfFiles(node) ? source(kind, node) : "") + options(node);
  }

  /** Returns the options of a source that may select rows; the text of a node leaves them out. */
  private static String options(LogicalPlan node) {
    Map<String, String> options = ColumnOrigin.options(node);
    options.keySet().removeIf(name -> ColumnOrigin.OF_ACCESS.matcher(name).matches());
    return ColumnOrigin.words(options);
  }

  /** Same as {@link #leaf}, without the columns of files and the number of a named query. */
  private String source(String kind, LogicalPlan node) {
    Matcher query = QUERY.matcher(node.simpleString(Integer.MAX_VALUE));
    if (query.find()) {
      return query.group();
    }
    if (!isOfFiles(node)) {
      return leaf(kind, node);
    }
    // The text of a node leaves out files and folders.
    FileIndex files = ((HadoopFsRelation) ((LogicalRelation) node).relation()).location();
    return String.valueOf(ColumnOrigin.call("rootPaths", files));
  }

  private static boolean isOfFiles(LogicalPlan node) {
    return node instanceof LogicalRelation source && source.relation() instanceof HadoopFsRelation;
  }

  /**
   * Returns the operation of a node. Numbers and addresses that Spark and the JVM assign in a run
   * are replaced by their places in the plan; literals, names and aliases are kept as written and
   * appended, each with its length.
   */
  private String inner(LogicalPlan node) {
    NodeParts words = new NodeParts();
    words.add(ColumnOrigin.call("output", node));
    words.addParts(node);
    String shown = node.simpleString(Integer.MAX_VALUE);
    Matcher query = QUERY.matcher(shown);
    if (query.find()) {
      String place = place("query " + query.group(1));
      shown = shown.substring(0, query.start(1)) + place + shown.substring(query.end(1));
    }
    for (Map.Entry<String, String> each : words.ofRun.entrySet()) {
      shown =
          shown.replaceAll(
              Pattern.quote(each.getKey()) + "(?!\\p{XDigit})",
              Matcher.quoteReplacement(each.getValue()));
    }
    String placed =
        NUMBER
            .matcher(shown)
            .replaceAll(found -> "#" + places.getOrDefault(found.group(1), found.group(1)));
    return placed + words.written;
  }

  private String place(String number) {
    return places.computeIfAbsent(number, absent -> String.valueOf(places.size()));
  }

  private final class NodeParts {
    private final StringBuilder written = new StringBuilder();

    /** Texts that differ between runs, and their replacements. */
    private final Map<String, String> ofRun = new LinkedHashMap<>();

    /** Adds a part, unless it is a plan: those are separate nodes. */
    void add(Object part) {
      if (part instanceof Expression expression) {
        addExpression(expression);
      } else if (part instanceof CatalogTable table) {
        // Its properties may change while it stands for the same rows.
        addParts(table.identifier());
      } else if (part instanceof String
          || (part != null && part.getClass().getSimpleName().equals(IDENTIFIER))) {
        ColumnOrigin.addWord(written, String.valueOf(part));
      } else if (part instanceof DataType type) {
        ColumnOrigin.addWord(written, type.catalogString());
      } else if (part instanceof Iterable<?> list) {
        for (Iterator<?> each = list.iterator(); each.hasNext(); ) {
          add(each.next());
        }
      } else if (part instanceof Product product
          && !(part instanceof LogicalPlan)
          && OF_PARTS.matcher(part.getClass().getName()).lookingAt()) {
        addParts(product);
      } else if (part != null) {
        addObject(part);
      }
    }

    void addParts(Product whole) {
      for (int i = 0; i < whole.productArity(); i++) {
        add(whole.productElement(i));
      }
    }

    private void addExpression(Expression expression) {
      if (expression instanceof Literal literal) {
        ColumnOrigin.addWord(written, literal.sql());
        return;
      }
      if (expression instanceof NamedLambdaVariable bound) {
        // Its name may contain a number of the run, and nothing depends on it.
        String number = String.valueOf(bound.exprId().id());
        ofRun.put(bound.name() + "#" + number, "lambda#" + place(number));
        return;
      }
      if (expression instanceof LambdaVariable) {
        String shown = expression.toString();
        ofRun.put(shown, "lambda" + place(shown));
        return;
      }
      addNumber(expression, "exprId");
      addNumber(expression, "resultId");
      addParts(expression);
    }

    private void addNumber(Expression expression, String method) {
      boolean hasNumber =
          Arrays.stream(expression.getClass().getMethods())
              .anyMatch(each -> each.getName().equals(method) && each.getParameterCount() == 0);
      if (hasNumber && ColumnOrigin.call(method, expression) instanceof ExprId found) {
        String unused = place(String.valueOf(found.id()));
      }
    }

    private void addObject(Object part) {
      String name = part.getClass().getName();
      String address = name + "@" + Integer.toHexString(part.hashCode());
      if (address.equals(part.toString())) {
        ofRun.put(address, LAMBDA.matcher(name).replaceAll(""));
      }
    }
  }
}
