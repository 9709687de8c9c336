package org.privatemean.spark;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.execution.SQLExecutionRDD;
import org.apache.spark.sql.execution.columnar.CachedRDDBuilder;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.privatemean.spark.column.ColumnOrigin;

/**
 * A detector of queries that are cheap to repeat: persisted by the user or part of the plan, with
 * only a selection of columns and rows on top. Each pass reruns such a query; for others, the first
 * pass persists what it reads. It runs no job, and knows nodes by their names in Spark 3.5 and 4.x.
 */
final class CachedSourceDetector {
  private static final Set<String> ABOVE = Set.of("Project", "Filter", "Union");
  private static final Set<String> LEAVES = Set.of("InMemoryRelation", "LocalRelation", "Range");

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

  /** True if the query is cheap to repeat; false if the plan is withheld. */
  static boolean is(Dataset<?> rows) {
    return readPlan(rows, plan -> Optional.of(!plan.exists(node -> !isCheap(node)))).orElse(false);
  }

  /** Returns the batches of a query that only selects columns of persisted data, if any. */
  static Optional<JavaRDD<CachedBatch>> batches(Dataset<?> rows) {
    return readPlan(rows, CachedSourceDetector::persisted).map(CachedSourceDetector::batches);
  }

  /** Returns the rows of such a query, read from its batches, if these have Spark's own form. */
  static Optional<JavaRDD<InternalRow>> rows(Dataset<?> query) {
    return readPlan(query, plan -> persisted(plan).flatMap(held -> CachedRows.create(held, plan)))
        .flatMap(reader -> batches(query).map(batches -> batches.mapPartitions(reader)));
  }

  private static <T> Optional<T> readPlan(
      Dataset<?> rows, Function<LogicalPlan, Optional<T>> read) {
    try {
      return read.apply(rows.queryExecution().optimizedPlan());
    } catch (RuntimeException | LinkageError withheld) {
      return Optional.empty();
    }
  }

  /** Data that is not yet computed is left to Spark, whose scan computes it in other tasks. */
  private static Optional<InMemoryRelation> persisted(LogicalPlan plan) {
    LogicalPlan node = plan instanceof Project project ? project.child() : plan;
    return node instanceof InMemoryRelation held
            && held.cacheBuilder().isCachedColumnBuffersLoaded()
        ? Optional.of(held)
        : Optional.empty();
  }

  /** Returns the batches; those that were evicted are computed again under the same settings. */
  @SuppressWarnings("unchecked") // It passes on what it is given.
  private static JavaRDD<CachedBatch> batches(InMemoryRelation held) {
    CachedRDDBuilder builder = held.cacheBuilder();
    RDD<InternalRow> batches = (RDD<InternalRow>) (RDD<?>) builder.cachedColumnBuffers();
    RDD<?> set = new SQLExecutionRDD(batches, builder.cachedPlan().conf());
    return (JavaRDD<CachedBatch>) set.toJavaRDD();
  }

  private static boolean isCheap(LogicalPlan node) {
    String kind = node.getClass().getSimpleName();
    return LEAVES.contains(kind)
        || (ABOVE.contains(kind)
            && ColumnOrigin.all(Expression.class, "expressions", node).stream()
                .noneMatch(
                    value ->
                        value.exists(
                            part -> !EXPRESSIONS.contains(part.getClass().getSimpleName()))));
  }
}
