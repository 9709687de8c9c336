package org.privatemean.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;

/** The function of a task in a pass: one result in binary form from all that the task reads. */
interface PartitionTask<T>
    extends MapPartitionsFunction<T, byte[]>, FlatMapFunction<Iterator<T>, byte[]> {
  byte[] run(Iterator<T> read);

  @Override
  default Iterator<byte[]> call(Iterator<T> read) {
    return List.of(run(read)).iterator();
  }
}
