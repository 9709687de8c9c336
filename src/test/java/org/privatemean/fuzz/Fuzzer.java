package org.privatemean.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Reads mutated inputs and tells what a reader must not do: throw what it does not state, allocate
 * more than in proportion to the input, take for ever, or read back other than it has written.
 */
final class Fuzzer<T> {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** An input that takes longer than this many milliseconds is taken to have no end. */
  private static final long LONGEST_MILLIS = 20_000;

  private static final int MOST_SHOWN = 300;
  private static final int MOST_FAULTS = 12;

  private final FuzzTarget<T> target;

  /** One for each kind. */
  private final Map<String, String> faults = new LinkedHashMap<>();

  private long read;
  private long accepted;
  private long largest;
  private long millis;
  private volatile byte[] current = {};

  private Fuzzer(FuzzTarget<T> target) {
    this.target = target;
  }

  /**
   * What was found.
   *
   * @param accepted number of the inputs that were not refused
   * @param largest bytes that an input has allocated
   */
  record Outcome(List<String> faults, long accepted, long largest, long millis) {}

  static <T> Outcome run(FuzzTarget<T> target, long inputs, long seed) {
    return run(target, inputs, seed, LONGEST_MILLIS);
  }

  static <T> Outcome run(FuzzTarget<T> target, long inputs, long seed, long longestMillis) {
    Fuzzer<T> fuzzer = new Fuzzer<>(target);
    Thread worker = new Thread(() -> fuzzer.readAll(inputs, seed), "fuzz " + target.name());
    worker.setDaemon(true);
    worker.start();
    try {
      fuzzer.watch(worker, longestMillis);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
    synchronized (fuzzer.faults) {
      return new Outcome(
          List.copyOf(fuzzer.faults.values()), fuzzer.accepted, fuzzer.largest, fuzzer.millis);
    }
  }

  private void watch(Thread worker, long longestMillis) throws InterruptedException {
    byte[] before = null;
    while (worker.isAlive()) {
      byte[] now = current;
      if (now == before) {
        fault("time", "does not end", now);
        return;
      }
      before = now;
      worker.join(longestMillis);
    }
  }

  private void readAll(long inputs, long seed) {
    // Loads what the reader needs.
    target.seeds().forEach(this::readSeed);
    long from = System.nanoTime();
    InputMutator mutator = new InputMutator(target, new SplittableRandom(seed));
    for (read = 0; read < inputs && faults.size() < MOST_FAULTS; read++) {
      current = mutator.next();
      readOne(current);
    }
    millis = (System.nanoTime() - from) / 1_000_000;
  }

  private void readSeed(byte[] seed) {
    try {
      T value = target.reader().read(seed);
      if (target.writer() != null) {
        checkAgain(value, seed);
      }
    } catch (Throwable refused) {
      fault("seed", "refuses a valid input by " + refused, seed);
    }
  }

  /** Catches all: an Error is what is looked for. */
  private void readOne(byte[] input) {
    T value;
    try {
      value = readMeasured(input);
    } catch (Throwable thrown) {
      if (!target.states(thrown)) {
        fault(kind(thrown), "throws " + thrown + place(thrown), input);
      }
      return;
    }
    accepted++;
    if (target.writer() != null) {
      try {
        checkAgain(value, input);
      } catch (Throwable thrown) {
        fault("again " + kind(thrown), "writes what it refuses by " + thrown, input);
      }
    }
  }

  private void checkAgain(T value, byte[] input) throws Exception {
    byte[] form = target.writer().apply(value);
    T again = target.reader().read(form);
    if (!Arrays.equals(form, target.writer().apply(again))) {
      fault("other", "reads back other than it has written", input);
    }
  }

  private T readMeasured(byte[] input) throws Exception {
    long bound = target.fixedBytes() + target.bytesPerByte() * input.length;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      return target.reader().read(input);
    } finally {
      if (THREADS.getCurrentThreadAllocatedBytes() - before > bound) {
        checkAllocation(input, bound);
      } else {
        largest = Math.max(largest, THREADS.getCurrentThreadAllocatedBytes() - before);
      }
    }
  }

  /** Reads once more: the first time may have loaded classes. */
  private void checkAllocation(byte[] input, long bound) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      target.reader().read(input);
    } catch (Throwable seenBefore) {
      // The caller sees it.
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (allocated > bound) {
      fault("memory", "allocates " + allocated + " bytes, bound " + bound, input);
    }
  }

  private static String kind(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return thrown.getClass() + (trace.length == 0 ? "" : trace[0].toString());
  }

  private static String place(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .limit(40)
        .filter(step -> step.getClassName().startsWith("org.privatemean."))
        .findFirst()
        .map(step -> " at " + step)
        .orElse("");
  }

  private void fault(String kind, String how, byte[] input) {
    byte[] shown = Arrays.copyOf(input, Math.min(input.length, MOST_SHOWN));
    String text =
        String.format(
            "%s, input %d of %d bytes: %s: %s",
            target.name(),
            read,
            input.length,
            how,
            target.words().isEmpty()
                ? HexFormat.of().formatHex(shown)
                : new String(shown, StandardCharsets.UTF_8));
    synchronized (faults) {
      faults.putIfAbsent(kind, text);
    }
  }
}
