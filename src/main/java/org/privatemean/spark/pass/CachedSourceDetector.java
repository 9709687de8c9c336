package org.privatemean.spark.pass;

import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * Detects queries whose rows are at hand: persisted by the user or part of the plan, with nothing
 * above but a choice of columns and of rows. Such a query is run anew by each pass; for others, as
 * files, joins and functions of users are, the first one holds what it read.
 *
 * <p>It follows from the plan alone, whose nodes it knows by Spark's names of 3.5 and 4.x.
 */
final class CachedSourceDetector {
  private static final Set<String> ABOVE = Set.of("Project", "Filter", "Union");

  private static final Set<String> LEAVES = Set.of("InMemoryRelation", "LocalRelation", "Range");

  /** Expressions that choose columns, and conditions on them. */
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

  /** True if it is; no where the session or the version of Spark does not tell. Runs no job. */
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

  /**
   * Reads parts of a node by reflection: which of Scala's sequences it is depends on its version.
   */
  private static Iterable<?> all(String which, Class<?> type, Object of)
      throws ReflectiveOperationException {
    return (Iterable<?>) type.getMethod(which).invoke(of);
  }
}
