package org.privatemean.spark.pass;

import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.collection.Iterable;
import scala.collection.Iterator;

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

  private static boolean isCheap(LogicalPlan node) throws ReflectiveOperationException {
    Iterable<?> children = all("children", LogicalPlan.class, node);
    String kind = node.getClass().getSimpleName();
    if (children.isEmpty()) {
      return LEAVES.contains(kind);
    }
    if (!ABOVE.contains(kind)) {
      return false;
    }
    for (Iterator<?> each = all("expressions", LogicalPlan.class, node).iterator();
        each.hasNext(); ) {
      if (!isSimple((Expression) each.next())) {
        return false;
      }
    }
    for (Iterator<?> each = children.iterator(); each.hasNext(); ) {
      if (!isCheap((LogicalPlan) each.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSimple(Expression expression) throws ReflectiveOperationException {
    if (!EXPRESSIONS.contains(expression.getClass().getSimpleName())) {
      return false;
    }
    for (Iterator<?> each = all("children", Expression.class, expression).iterator();
        each.hasNext(); ) {
      if (!isSimple((Expression) each.next())) {
        return false;
      }
    }
    return true;
  }

  /** Reads parts of a node by reflection, since the Scala sequence type depends on its version. */
  private static Iterable<?> all(String which, Class<?> type, Object of)
      throws ReflectiveOperationException {
    return (Iterable<?>) type.getMethod(which).invoke(of);
  }
}
