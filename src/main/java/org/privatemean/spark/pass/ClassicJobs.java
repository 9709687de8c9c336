package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;

/** The jobs over RDDs for {@link ClassicRows}: the number of tasks and the merge of totals. */
final class ClassicJobs {
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
   * allocation the current cores say nothing about future ones, which waiting tasks request: then
   * one task per partition.
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
   * Runs a pass.
   *
   * @param tasks number of tasks that read the RDD
   */
  <T> PassTotals totals(
      JavaRDD<T> rdd, int tasks, PartOfTask<T> part, PassMemory memory, String description) {
    long most = memory.mostResults(part.size());
    JavaRDD<T> read = inTasks(rdd, tasks);
    byte[][] parts =
        names.pass(
            description,
            () -> tasks > most ? merge(read, part, PassMemory.mergeTasks(most)) : run(read, part));
    PassTotals all = PassTotals.none(part.size());
    for (byte[] found : parts) {
      all.add(found);
    }
    return all;
  }

  private <T> byte[][] merge(JavaRDD<T> read, PartOfTask<T> part, int tasks) {
    return run(read.mapPartitions(part).repartition(tasks), new MergedParts(part.size()));
  }

  private <T> byte[][] run(JavaRDD<T> rdd, PartOfTask<T> part) {
    return (byte[][])
        context.runJob(rdd.rdd(), part, ClassTag$.MODULE$.<byte[]>apply(byte[].class));
  }

  /**
   * The packed totals of a task. A named class instead of a lambda: Spark reads the class file of a
   * lambda in every job, which costs more than the rest of a small job.
   */
  abstract static class PartOfTask<T>
      extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, byte[]>
      implements FlatMapFunction<Iterator<T>, byte[]> {
    private static final long serialVersionUID = 1L;

    private final int size;

    PartOfTask(int size) {
      this.size = size;
    }

    final int size() {
      return size;
    }

    abstract PassTotals of(Iterator<T> read);

    @Override
    public final byte[] apply(TaskContext task, scala.collection.Iterator<T> read) {
      return of(new Iterator<>() {
            @Override
            public boolean hasNext() {
              return read.hasNext();
            }

            @Override
            public T next() {
              return read.next();
            }
          })
          .toBytes();
    }

    @Override
    public final Iterator<byte[]> call(Iterator<T> read) {
      return List.of(of(read).toBytes()).iterator();
    }
  }

  private static final class MergedParts extends PartOfTask<byte[]> {
    private static final long serialVersionUID = 1L;

    MergedParts(int size) {
      super(size);
    }

    @Override
    PassTotals of(Iterator<byte[]> parts) {
      PassTotals totals = PassTotals.part(size());
      parts.forEachRemaining(totals::add);
      return totals;
    }
  }
}
