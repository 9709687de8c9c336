package org.privatemean.it;

import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/**
 * Causes a fault at a moment of a pass, on the executor that runs a task of it: once a stage, until
 * it has hit, since a stage may end before the fault reaches it.
 */
final class PassFault extends SparkListener {
  /** When the fault is caused. */
  enum Moment {
    TASK_START,
    /** Also that of the tasks that write what the next stage reads. */
    STAGE_END
  }

  private static final int MOST = 9;

  private final Pattern pass;
  private final Moment moment;
  private final Consumer<String> fault;
  private final Set<Integer> stages = new HashSet<>();
  private String executor = "";
  private int caused;
  private int struck = -1;
  private boolean hasHit;

  /**
   * Creates a fault.
   *
   * @param pass a pattern of the pass's name
   * @param fault is given the id of an executor
   */
  PassFault(String pass, Moment moment, Consumer<String> fault) {
    this.pass = Pattern.compile("private mean: (" + pass + ")");
    this.moment = moment;
    this.fault = fault;
  }

  @Override
  public synchronized void onStageSubmitted(SparkListenerStageSubmitted event) {
    Properties properties = event.properties();
    String name = properties.getProperty("spark.job.description", "");
    if (pass.matcher(name).matches()) {
      stages.add(event.stageInfo().stageId());
    }
    hasHit |= caused > 0 && event.stageInfo().attemptNumber() > 0;
  }

  @Override
  public synchronized void onTaskStart(SparkListenerTaskStart event) {
    if (stages.contains(event.stageId())) {
      executor = event.taskInfo().executorId();
      cause(Moment.TASK_START, event.stageId());
    }
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
    hasHit |= caused > 0 && event.reason() != Success$.MODULE$;
  }

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
    if (stages.contains(event.stageInfo().stageId())) {
      cause(Moment.STAGE_END, event.stageInfo().stageId());
    }
  }

  private void cause(Moment now, int stage) {
    if (now == moment && stage != struck && !hasHit && caused < MOST) {
      struck = stage;
      caused++;
      fault.accept(executor);
    }
  }

  /** Whether a task failed, or a stage was run again, after the fault. */
  synchronized boolean hasHit() {
    return hasHit;
  }
}
