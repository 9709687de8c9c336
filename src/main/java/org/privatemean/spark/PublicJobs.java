package org.privatemean.spark;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;

/**
 * The jobs of passes through public calls.
 *
 * <p>These do not give the number of partitions before a pass. Hence a few tasks merge the totals
 * of the first pass, whatever their size, and count the partitions. In later passes the driver
 * takes the totals directly if there are few partitions.
 */
final class PublicJobs {
  private final JobNames names;
  private final PassMemory memory;
  private final boolean apart;

  /** More results than the driver may take of any pass, until their number is known. */
  private long results = Integer.MAX_VALUE;

  /** Creates jobs; {@code apart} is that of {@link ClassicBlocks}. */
  PublicJobs(JobNames names, PassMemory memory, boolean apart) {
    this.names = names;
    this.memory = memory;
    this.apart = apart;
  }

  void setResults(long partitions) {
    results = partitions;
  }

  List<byte[]> collect(Dataset<byte[]> parts, String description) {
    return names.pass(description, parts::collectAsList);
  }

  <T> PassTotals totals(Dataset<T> rows, PartitionTask<T> task, int size, String description) {
    long most = apart ? Long.MAX_VALUE : memory.mostResults(size);
    Dataset<byte[]> parts = rows.mapPartitions(task, Encoders.BINARY());
    if (results > most) {
      parts =
          parts
              .repartition(PassMemory.mergeTasks(most))
              .mapPartitions(PassTotals.mergeTotals(size), Encoders.BINARY());
    }
    PassTotals all = new PassTotals(size);
    collect(parts, description).forEach(all::add);
    results = all.parts();
    return all;
  }
}
