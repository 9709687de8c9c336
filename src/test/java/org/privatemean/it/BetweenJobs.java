package org.privatemean.it;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import scala.collection.immutable.List$;

/**
 * Runs an action on the driver's own thread whenever a query is planned: after the job before it
 * has ended and before its own begins.
 */
final class BetweenJobs extends Rule<LogicalPlan> {
  private final Runnable action;

  private BetweenJobs(Runnable action) {
    this.action = action;
  }

  static void run(SparkSession session, Runnable action) {
    ((org.apache.spark.sql.classic.SparkSession) session)
        .experimental()
        .extraOptimizations_$eq(
            List$.MODULE$.<Rule<LogicalPlan>>empty().$colon$colon(new BetweenJobs(action)));
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    action.run();
    return plan;
  }
}
