package org.privatemean.bench.fit;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
   * @param warmupSeconds what they take at least: there are more of them where rounds are short
   * @param rounds that count, at least 1
   * @return a timing a contender, in their order
   * @throws IllegalStateException if exact means differ
   */
  List<Timing> run(int warmups, int warmupSeconds, int rounds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmupSeconds);
    for (int round = 0; round < warmups - 1 || System.nanoTime() < end; round++) {
      tell("warm-up, CPU ms:", round());
    }
    long[] heldBytes = heldBytes();
    List<List<Lap>> laps = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      laps.add(round());
      tell("CPU ms:", laps.get(round));
    }
    List<Timing> timings = new ArrayList<>();
    for (int k = 0; k < contenders.size(); k++) {
      timings.add(
          new Timing(
              contenders.get(k),
              sorted(laps, k, Lap::cpu),
              sorted(laps, k, Lap::wall),
              heldBytes[k]));
    }
    return timings;
  }

  private List<Lap> round() {
    List<Lap> laps = contenders.stream().map(this::lap).toList();
    double[] reference = null;
    for (int k = 0; k < laps.size(); k++) {
      if (contenders.get(k).exact()) {
        double[] mean = laps.get(k).mean;
        reference = reference == null ? mean : same(contenders.get(k), mean, reference);
      }
    }
    return laps;
  }

  /** What each persists, in a round that does not count: who watches it takes time as well. */
  private long[] heldBytes() {
    long[] bytes = new long[contenders.size()];
    for (int k = 0; k < bytes.length; k++) {
      try (HeldBlocks blocks = HeldBlocks.since(frame.context())) {
        Lap unused = lap(contenders.get(k));
        bytes[k] = blocks.bytes();
      }
    }
    return bytes;
  }

  private void tell(String title, List<Lap> laps) {
    StringBuilder line = new StringBuilder(title);
    for (int k = 0; k < laps.size(); k++) {
      line.append(String.format(" %s %.0f", contenders.get(k).label(), laps.get(k).cpu));
    }
    System.err.println(line);
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

  private static Timing.Sorted sorted(
      List<List<Lap>> laps, int contender, ToDoubleFunction<Lap> time) {
    return Timing.Sorted.of(
        laps.stream().map(round -> round.get(contender)).mapToDouble(time).toArray());
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
