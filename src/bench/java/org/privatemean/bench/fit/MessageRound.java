package org.privatemean.bench.fit;

import java.util.List;
import java.util.Map;
import org.privatemean.shuffle.ShuffleMeanState.RoundMessages;

/**
 * What a round of shuffled messages took.
 *
 * @param setting whose rows the users have
 * @param task what the messages were for
 * @param messages how many there were, and their bytes
 * @param costs of the tasks that made, shuffled and analysed them
 * @param processSeconds of work of the whole process on all its cores, collector and compiler
 *     included
 * @param wallSeconds from the first to the last
 * @param blockBytes of shuffled messages that Spark held between two tasks, in memory or on disk
 * @param peakHeapBytes sum of the most that each pool of the heap held, garbage included: at least
 *     the most that the whole process had
 */
record MessageRound(
    Setting setting,
    String task,
    RoundMessages messages,
    Map<StageCosts.Work, StageCosts.Cost> costs,
    double processSeconds,
    double wallSeconds,
    long blockBytes,
    long peakHeapBytes) {
  static final String HEADER =
      "rows,dim,round,messages,messages_per_user,bytes,"
          + "made_core_s,made_cpu_s,shuffled_core_s,shuffled_cpu_s,analysed_core_s,analysed_cpu_s,"
          + "made_per_cpu_s,shuffled_per_cpu_s,analysed_per_cpu_s,all_per_cpu_s,process_cpu_s,wall_s,"
          + "largest_task_mb,spilled_mb,held_mb,peak_heap_mb,heap_limit_mb";

  private static final double MEGA = 1 << 20;

  double perUser() {
    return (double) messages.accepted() / setting.rows();
  }

  /** Messages in a second of a core's work. */
  double rate(StageCosts.Work work) {
    return messages.accepted() / costs.get(work).cpuSeconds();
  }

  /** The same, of the whole process: made, shuffled, analysed, and what Spark adds. */
  double rate() {
    return messages.accepted() / processSeconds;
  }

  double largestTask() {
    long bytes = costs.values().stream().mapToLong(StageCosts.Cost::peakBytes).max().orElse(0);
    return bytes / MEGA;
  }

  double spilled() {
    return costs.values().stream().mapToLong(StageCosts.Cost::spilledBytes).sum() / MEGA;
  }

  double held() {
    return blockBytes / MEGA;
  }

  double peakHeap() {
    return peakHeapBytes / MEGA;
  }

  static double heapLimit() {
    return Runtime.getRuntime().maxMemory() / MEGA;
  }

  List<StageCosts.Work> works() {
    return List.of(StageCosts.Work.values());
  }
}
