package org.privatemean.spark;

import java.io.Serializable;
import java.util.Iterator;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** The jobs over RDDs of a classic session: the number of tasks and the merge of results. */
record ClassicJobs(SparkContext context, JobNames names) {
  /** Tasks while rows are persisted, so that a slow one does not delay others for long. */
  static final int TASKS_PER_CORE = 4;

  <T> JavaRDD<T> limit(JavaRDD<T> input, int perCore) {
    // Waiting tasks request cores.
    return context.getConf().getBoolean("spark.dynamicAllocation.enabled", false)
        ? input
        : coalesce(input, perCore);
  }

  /** Returns persisted rows in a limited number of tasks, since each has its own totals. */
  <T> JavaRDD<T> limitHeld(JavaRDD<T> held) {
    return coalesce(held, 1);
  }

  private <T> JavaRDD<T> coalesce(JavaRDD<T> rdd, int perCore) {
    int tasks = context.defaultParallelism() * perCore;
    return tasks < rdd.getNumPartitions() ? rdd.coalesce(tasks) : rdd;
  }

  /** Runs a pass; if it has more results than the driver may take, other tasks merge them. */
  <T> PassTotals totals(
      JavaRDD<T> rdd, PartitionTask<T> task, int size, long most, String description) {
    PassTotals all = new PassTotals(size);
    if (rdd.getNumPartitions() > most) {
      JavaRDD<byte[]> parts = rdd.mapPartitions(task).repartition(PassMemory.mergeTasks(most));
      collect(parts, PassTotals.mergeTotals(size), all::add, description);
    } else {
      collect(rdd, task, all::add, description);
    }
    return all;
  }

  <T> void collect(
      JavaRDD<T> rdd, PartitionTask<T> task, Consumer<byte[]> receiver, String description) {
    names.pass(
        description,
        () -> {
          context.runJob(
              rdd.rdd(),
              new RddTask<>(task),
              (partition, result) -> {
                receiver.accept(result);
                return BoxedUnit.UNIT;
              },
              ClassTag$.MODULE$.<byte[]>apply(byte[].class));
          return null;
        });
  }

  /** Broadcasts a task in Java's form: Kryo, which a session may have, writes no lambdas. */
  Broadcast<byte[]> broadcast(PartitionTask<?> task) {
    return context.broadcast(
        RoundPart.serialize(task), ClassTag$.MODULE$.<byte[]>apply(byte[].class));
  }

  /** A named type: Spark reads the class file of a lambda in every job. */
  private static final class RddTask<T>
      extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, byte[]>
      implements Serializable {
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
  }
}
