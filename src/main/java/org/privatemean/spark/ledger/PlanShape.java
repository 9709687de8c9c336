package org.privatemean.spark.ledger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.privatemean.privacy.ledger.durable.Seal;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * What the plan of a DataFrame shows without its rows: the kinds of its nodes, and where it reads
 * from.
 *
 * <p><b>Privacy guarantee.</b> Rows that live in the plan itself, as those of a list that was made
 * a DataFrame, are left out: they are taken for their schema, so that nothing which follows from a
 * shape, such as an exit code, depends on them. The plan is the analysed one: the optimiser may
 * evaluate functions of such rows, which would be a read.
 *
 * <p>It looks at plans through few calls, behind {@link #of}: where a session or a version of Spark
 * withholds them there is no shape.
 */
final class PlanShape {
  /** Nodes whose number of rows follows from what rows hold, or from a number that does. */
  private static final Set<String> COUNT_BY_VALUES =
      Set.of(
          "Filter",
          "Join",
          "LateralJoin",
          "AsOfJoin",
          "Aggregate",
          "GlobalLimit",
          "LocalLimit",
          "Offset",
          "Tail",
          "LimitAll",
          "Sample",
          "Deduplicate",
          "DeduplicateWithinWatermark",
          "Distinct",
          "Except",
          "Intersect",
          "Generate",
          "Expand",
          "Pivot",
          "TypedFilter",
          "MapPartitions",
          "MapPartitionsInR",
          "MapInPandas",
          "PythonMapInArrow",
          "MapInArrow",
          "MapGroups",
          "FlatMapGroupsInR",
          "FlatMapGroupsInPandas",
          "FlatMapGroupsInArrow",
          "FlatMapCoGroupsInPandas",
          "FlatMapGroupsWithState",
          "CoGroup",
          "ScriptTransformation");

  /** Leaves that hold rows, or the address of rows, of this JVM. */
  private static final Set<String> OF_THIS_JVM =
      Set.of("LocalRelation", "LogicalRDD", "ExternalRDD", "InMemoryRelation", "CommandResult");

  private static final Pattern OF_A_RUN =
      Pattern.compile("#\\d+L?|_\\d+|@[0-9a-f]+|\\$\\$Lambda[^ ,\\])]*|0x[0-9a-f]+");

  private final Set<String> counting = new LinkedHashSet<>();
  private final StringBuilder text = new StringBuilder();

  private PlanShape() {}

  /** The shape of a DataFrame; empty where its session has no plans to look at. Runs no job. */
  static Optional<PlanShape> of(Dataset<?> rows) {
    try {
      PlanShape shape = new PlanShape();
      shape.add(rows.queryExecution().analyzed());
      return Optional.of(shape);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError withheld) {
      return Optional.empty();
    }
  }

  /** The kinds of nodes that make the number of rows depend on what rows hold, in their order. */
  List<String> countingByValues() {
    return new ArrayList<>(counting);
  }

  /** SHA-256 of what stands for the DataFrame, except for rows of this JVM. */
  String digest() {
    return Seal.sha256(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void add(LogicalPlan node) throws ReflectiveOperationException {
    String kind = node.getClass().getSimpleName();
    if (COUNT_BY_VALUES.contains(kind)) {
      counting.add(kind);
    }
    List<LogicalPlan> children = children(node);
    text.append(kind).append('[').append(children.isEmpty() ? leaf(kind, node) : inner(node));
    for (LogicalPlan child : children) {
      add(child);
    }
    text.append(']');
  }

  /**
   * Where a leaf reads from, in words: objects of a relation that is opened again are others, and
   * need not be equal.
   */
  private static String leaf(String kind, LogicalPlan node) throws ReflectiveOperationException {
    if (OF_THIS_JVM.contains(kind)) {
      return node.schema().simpleString();
    }
    return node instanceof LogicalRelation source
            && source.relation() instanceof HadoopFsRelation files
        ? inner(node) + roots(files.location())
        : inner(node);
  }

  /** Files and folders, which the words of a node leave out. */
  private static String roots(FileIndex files) throws ReflectiveOperationException {
    return String.valueOf(FileIndex.class.getMethod("rootPaths").invoke(files));
  }

  /** What a node does, without the numbers that Spark gives to columns and objects of a run. */
  private static String inner(LogicalPlan node) {
    return OF_A_RUN.matcher(node.simpleString(Integer.MAX_VALUE)).replaceAll("");
  }

  /** By reflection, as the roots: which of Scala's sequences it is depends on its version. */
  private static List<LogicalPlan> children(LogicalPlan node) throws ReflectiveOperationException {
    List<LogicalPlan> children = new ArrayList<>();
    Iterable<?> found = (Iterable<?>) LogicalPlan.class.getMethod("children").invoke(node);
    for (Iterator<?> each = found.iterator(); each.hasNext(); ) {
      children.add((LogicalPlan) each.next());
    }
    return children;
  }
}
