package org.privatemean.spark.pass;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.privatemean.spark.column.ColumnOrigin;

/**
 * A detector of queries that are cheap to repeat: persisted by the user or part of the plan, with
 * only a selection of columns and rows on top. Each pass reruns such a query; for others, such as
 * files, joins and user-defined functions, the first pass persists what it reads.
 *
 * <p>The result follows from the plan alone. Nodes are recognised by Spark's names in 3.5 and 4.x.
 */
final class CachedSourceDetector {
  private static final Set<String> ABOVE = Set.of("Project", "Filter", "Union");

  private static final Set<String> LEAVES = Set.of("InMemoryRelation", "LocalRelation", "Range");

  /** Expressions that select columns, and conditions on them. */
  private static final Set<String> EXPRESSIONS =
      Set.of(
          "Alias",
          "AttributeReference",
          "Literal",
          "GetStructField",
          "Cast",
          "IsNull",
          "IsNotNull",
          "Not",
          "And",
          "Or",
          "EqualTo",
          "EqualNullSafe",
          "LessThan",
          "LessThanOrEqual",
          "GreaterThan",
          "GreaterThanOrEqual",
          "In",
          "InSet",
          "Coalesce");

  private CachedSourceDetector() {}

  /**
   * Returns true if the query is cheap to repeat; false if the session or the version of Spark does
   * not show the plan. Runs no job.
   */
  static boolean is(Dataset<?> rows) {
    try {
      return isCheap(rows.queryExecution().optimizedPlan());
    } catch (ReflectiveOperationException | RuntimeException | LinkageError withheld) {
      return false;
    }
  }

  /**
   * Returns the batches of a query that only selects columns of persisted data, each of which knows
   * its number of rows: counting them is much cheaper than a pass over rows. Empty for other
   * queries, and if this version of Spark does not provide them. Runs no job.
   */
  static Optional<JavaRDD<CachedBatch>> batches(Dataset<?> rows) {
    try {
      LogicalPlan node = rows.queryExecution().optimizedPlan();
      while (node instanceof Project project) {
        node = project.child();
      }
      return node instanceof InMemoryRelation held
          ? Optional.of(held.cacheBuilder().cachedColumnBuffers().toJavaRDD())
          : Optional.empty();
    } catch (RuntimeException | LinkageError withheld) {
      return Optional.empty();
    }
  }

  private static boolean isCheap(LogicalPlan node) throws ReflectiveOperationException {
    List<LogicalPlan> children = ColumnOrigin.all(LogicalPlan.class, "children", node);
    String kind = node.getClass().getSimpleName();
    if (children.isEmpty()) {
      return LEAVES.contains(kind);
    }
    if (!ABOVE.contains(kind)) {
      return false;
    }
    for (Expression expression : ColumnOrigin.all(Expression.class, "expressions", node)) {
      if (!isSimple(expression)) {
        return false;
      }
    }
    for (LogicalPlan child : children) {
      if (!isCheap(child)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSimple(Expression expression) throws ReflectiveOperationException {
    if (!EXPRESSIONS.contains(expression.getClass().getSimpleName())) {
      return false;
    }
    for (Expression child : ColumnOrigin.all(Expression.class, "children", expression)) {
      if (!isSimple(child)) {
        return false;
      }
    }
    return true;
  }
}
