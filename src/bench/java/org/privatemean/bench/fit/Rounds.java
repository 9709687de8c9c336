package org.privatemean.bench.fit;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Runs contenders in turn, round after round, so that a slow minute of the machine hits them all.
 */
final class Rounds {
  private static final double NANOS = 1e6;

  /** Exact means may differ by the order of their sums, not more. */
  private static final double TOLERANCE = 1e-9;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final Frame frame;
  private final List<Contender> contenders;

  Rounds(Frame frame, List<Contender> contenders) {
    this.frame = frame;
    this.contenders = List.copyOf(contenders);
  }

  /**
   * Runs rounds that do not count, then rounds that do; each is told of on standard error.
   *
   * @param warmups rounds before the clock counts, at least 1
   * @param rounds that count, at least 1
   * @return a timing a contender, in their order
   * @throws IllegalStateException if exact means differ
   */
  List<Timing> run(int warmups, int rounds) {
    List<List<Lap>> laps = new ArrayList<>();
    contenders.forEach(contender -> laps.add(new ArrayList<>()));
    for (int round = -warmups; round < rounds; round++) {
      double[] reference = null;
      StringBuilder progress = new StringBuilder(round < 0 ? "warm-up, CPU ms:" : "CPU ms:");
      for (int k = 0; k < contenders.size(); k++) {
        Lap lap = lap(contenders.get(k));
        progress.append(String.format(" %s %.0f", contenders.get(k).label(), lap.cpu));
        if (round >= 0) {
          laps.get(k).add(lap);
        }
        if (contenders.get(k).exact()) {
          reference = reference == null ? lap.mean : same(contenders.get(k), lap.mean, reference);
        }
      }
      System.err.println(progress);
    }
    List<Timing> timings = new ArrayList<>();
    for (int k = 0; k < contenders.size(); k++) {
      timings.add(
          new Timing(
              contenders.get(k), sorted(laps.get(k), Lap::cpu), sorted(laps.get(k), Lap::wall)));
    }
    return timings;
  }

  private Lap lap(Contender contender) {
    // What the one before has left is not this one's to collect.
    System.gc();
    long wall = System.nanoTime();
    long cpu = system.getProcessCpuTime();
    double[] mean = contender.way().mean(frame.column());
    return new Lap(
        (system.getProcessCpuTime() - cpu) / NANOS, (System.nanoTime() - wall) / NANOS, mean);
  }

  private static double[] same(Contender contender, double[] mean, double[] reference) {
    for (int j = 0; j < reference.length; j++) {
      if (!(Math.abs(mean[j] - reference[j]) <= TOLERANCE * (1 + Math.abs(reference[j])))) {
        throw new IllegalStateException(
            String.format(
                "coordinate %d of the mean of %s is %s, but %s was expected",
                j, contender.name(), mean[j], reference[j]));
      }
    }
    return reference;
  }

  private static Timing.Sorted sorted(List<Lap> laps, ToDoubleFunction<Lap> time) {
    return Timing.Sorted.of(laps.stream().mapToDouble(time).toArray());
  }

  private static final class Lap {
    private final double cpu;
    private final double wall;
    private final double[] mean;

    Lap(double cpu, double wall, double[] mean) {
      this.cpu = cpu;
      this.wall = wall;
      this.mean = mean;
    }

    double cpu() {
      return cpu;
    }

    double wall() {
      return wall;
    }
  }
}
