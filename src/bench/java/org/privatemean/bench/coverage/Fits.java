package org.privatemean.bench.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.privatemean.request.MeanRequest;

/**
 * Runs the fits of a line. Rows and noise of a fit come from a seeded stream of its own: they
 * depend neither on the number of threads nor on which other lines are run.
 */
final class Fits implements AutoCloseable {
  private final ExecutorService threads;
  private final MeanRequest request;
  private final double rho;
  private final long seed;

  /**
   * @param request what is asked for
   * @param rho its budget
   */
  Fits(int threads, MeanRequest request, double rho, long seed) {
    this.threads = Executors.newFixedThreadPool(threads);
    this.request = request;
    this.rho = rho;
    this.seed = seed;
  }

  /**
   * Fits a line.
   *
   * @param fits how many times, on rows drawn anew
   * @param compared on how many of them others are asked too
   */
  Measures run(Line line, int fits, int compared) throws InterruptedException {
    List<Future<Fit>> pending = new ArrayList<>();
    for (int i = 0; i < fits; i++) {
      long stream = mix(mix(seed, line.words().hashCode()), i);
      boolean compare = i < compared;
      pending.add(threads.submit(() -> Fit.of(line, request, rho, stream, compare)));
    }
    List<Fit> done = new ArrayList<>();
    for (Future<Fit> fit : pending) {
      done.add(outcome(fit));
    }
    return Measures.of(line, done);
  }

  private static Fit outcome(Future<Fit> fit) throws InterruptedException {
    try {
      return fit.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a fit failed", e.getCause());
    }
  }

  /** A seed that depends on both values, by one draw of a generator. */
  private static long mix(long state, long value) {
    return new SplittableRandom(state + 0x9E3779B97F4A7C15L * (value + 1)).nextLong();
  }

  /** Leaves out what has not begun. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
