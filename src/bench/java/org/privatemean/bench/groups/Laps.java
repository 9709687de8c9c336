package org.privatemean.bench.groups;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Runs ways in turn, so that a slow minute of the machine hits them all. */
final class Laps {
  private static final double NANOS = 1e6;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Laps() {}

  /**
   * What a way took.
   *
   * @param way which
   * @param cpu milliseconds of the whole process on all its cores, sorted
   * @param wall milliseconds on the clock, sorted
   */
  record Taken(Way way, List<Double> cpu, List<Double> wall) {
    double median() {
      return middle(cpu);
    }

    double wallMedian() {
      return middle(wall);
    }

    private static double middle(List<Double> sorted) {
      int n = sorted.size();
      return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
    }
  }

  /**
   * Runs rounds that do not count, then rounds that do.
   *
   * @return what each way took, in their order
   */
  static List<Taken> run(Dataset<Row> rows, List<Way> ways, int warmups, int reps) {
    List<List<Double>> cpu = new ArrayList<>();
    List<List<Double>> wall = new ArrayList<>();
    ways.forEach(
        way -> {
          cpu.add(new ArrayList<>());
          wall.add(new ArrayList<>());
        });
    for (int round = 0; round < warmups + reps; round++) {
      for (int k = 0; k < ways.size(); k++) {
        double[] lap = lap(ways.get(k), rows);
        System.err.printf(
            "%s %s: CPU %.0f ms, wall %.0f ms%n",
            round < warmups ? "warm-up," : "round " + (round - warmups + 1) + ",",
            ways.get(k).name(),
            lap[0],
            lap[1]);
        if (round >= warmups) {
          cpu.get(k).add(lap[0]);
          wall.get(k).add(lap[1]);
        }
      }
    }
    List<Taken> taken = new ArrayList<>();
    for (int k = 0; k < ways.size(); k++) {
      taken.add(new Taken(ways.get(k), sorted(cpu.get(k)), sorted(wall.get(k))));
    }
    return taken;
  }

  private static List<Double> sorted(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(x -> x).toArray();
    Arrays.sort(sorted);
    return Arrays.stream(sorted).boxed().toList();
  }

  /** CPU and wall time in milliseconds. */
  static double[] lap(Way way, Dataset<Row> rows) {
    // What the one before has left is not this one's to collect.
    System.gc();
    long wall = System.nanoTime();
    long cpu = SYSTEM.getProcessCpuTime();
    // Selected anew, so that the query is planned each time.
    way.run().on(rows.select("*"));
    return new double[] {
      (SYSTEM.getProcessCpuTime() - cpu) / NANOS, (System.nanoTime() - wall) / NANOS
    };
  }
}
