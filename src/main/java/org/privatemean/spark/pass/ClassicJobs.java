package org.privatemean.spark.pass;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** The jobs over RDDs of a classic session: the number of tasks and the merge of results. */
final class ClassicJobs {
  /** The number while rows are persisted, so that a slow task does not delay others for long. */
  static final int TASKS_PER_CORE = 4;

  private final SparkContext context;
  private final JobNames names;

  ClassicJobs(SparkContext context, JobNames names) {
    this.context = context;
    this.names = names;
  }

  JobNames names() {
    return names;
  }

  /**
   * Returns the number of tasks that read the input: a fixed number per core. With dynamic
   * allocation, where waiting tasks request cores, one task per partition.
   */
  int tasksOfInput(int partitions, int perCore) {
    return context.getConf().getBoolean("spark.dynamicAllocation.enabled", false)
        ? partitions
        : Math.min(partitions, context.defaultParallelism() * perCore);
  }

  /** Returns the number of tasks over persisted rows: limited, since each has its own totals. */
  int tasksOfHeld(int partitions) {
    return Math.min(partitions, context.defaultParallelism());
  }

  /** Returns the same rows in at most the given number of tasks. */
  static <T> JavaRDD<T> inTasks(JavaRDD<T> rdd, int tasks) {
    return tasks < rdd.getNumPartitions() ? rdd.coalesce(tasks) : rdd;
  }

  /**
   * Runs a pass with the given number of totals.
   *
   * @param tasks number of tasks that read the RDD
   */
  <T> PassTotals totals(
      JavaRDD<T> rdd,
      int tasks,
      PartitionTask<T> task,
      int size,
      PassMemory memory,
      String description) {
    List<byte[]> parts = new ArrayList<>();
    names.pass(
        description,
        () -> {
          PartitionTask<byte[]> merge = new PassTotals.MergeTotals(size);
          run(inTasks(rdd, tasks), task, merge, tasks, memory.mostResults(size), parts::add);
          return parts;
        });
    PassTotals all = PassTotals.none(size);
    parts.forEach(all::add);
    return all;
  }

  /**
   * Runs a task on each partition; if there are more than the driver takes, a few other tasks merge
   * the results.
   *
   * @param results receives the results, one at a time
   */
  <T> void run(
      JavaRDD<T> read,
      PartitionTask<T> task,
      PartitionTask<byte[]> merge,
      long tasks,
      long most,
      Consumer<byte[]> results) {
    if (tasks > most) {
      JavaRDD<byte[]> parts = read.mapPartitions(new RddTask<>(task));
      run(parts.repartition(PassMemory.mergeTasks(most)), merge, results);
    } else {
      run(read, task, results);
    }
  }

  private <T> void run(JavaRDD<T> rdd, PartitionTask<T> task, Consumer<byte[]> results) {
    context.runJob(
        rdd.rdd(),
        new RddTask<>(task),
        new Receiver(results),
        ClassTag$.MODULE$.<byte[]>apply(byte[].class));
  }

  private static final class Receiver extends AbstractFunction2<Object, byte[], BoxedUnit> {
    private final Consumer<byte[]> results;

    Receiver(Consumer<byte[]> results) {
      this.results = results;
    }

    @Override
    public BoxedUnit apply(Object partition, byte[] result) {
      results.accept(result);
      return BoxedUnit.UNIT;
    }
  }

  /** A task as a function of RDDs and of jobs. */
  private static final class RddTask<T>
      extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, byte[]>
      implements FlatMapFunction<Iterator<T>, byte[]> {
    private static final long serialVersionUID = 1L;
    private final PartitionTask<T> task;

    RddTask(PartitionTask<T> task) {
      this.task = task;
    }

    @Override
    public byte[] apply(TaskContext context, scala.collection.Iterator<T> read) {
      return task.run(
          new Iterator<>() {
            @Override
            public boolean hasNext() {
              return read.hasNext();
            }

            @Override
            public T next() {
              return read.next();
            }
          });
    }

    @Override
    public Iterator<byte[]> call(Iterator<T> read) {
      return List.of(task.run(read)).iterator();
    }
  }
}
