package org.privatemean.bench.ours;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs the fits of a line. Rows and noise of a fit come from a seeded stream of its own: they
 * depend neither on the number of threads nor on which other lines are run.
 */
public final class Fits implements AutoCloseable {
  private final ExecutorService threads;
  private final long seed;

  /** Fits on a number of threads, at least 1. */
  public Fits(int threads, long seed) {
    this.threads = Executors.newFixedThreadPool(threads);
    this.seed = seed;
  }

  /**
   * One fit.
   *
   * @param <F> what is known of it
   */
  @FunctionalInterface
  public interface Fitting<F> {
    /**
     * Fits once.
     *
     * @param stream of rows and noise
     * @param index of the fit among those of the line, from 0
     */
    F fit(long stream, int index);
  }

  /**
   * Fits a line.
   *
   * @param words name of the line; its streams depend on it
   * @param fits number of fits
   * @return what is known of them, in order
   */
  public <F> List<F> run(String words, int fits, Fitting<F> fitting) throws InterruptedException {
    List<Future<F>> pending = new ArrayList<>();
    for (int i = 0; i < fits; i++) {
      int index = i;
      long stream = mix(mix(seed, words.hashCode()), i);
      pending.add(threads.submit(() -> fitting.fit(stream, index)));
    }
    List<F> done = new ArrayList<>();
    for (Future<F> fit : pending) {
      done.add(outcome(fit));
    }
    return done;
  }

  private static <F> F outcome(Future<F> fit) throws InterruptedException {
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
