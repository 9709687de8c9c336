package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs experiments. All contenders of a trial see the same rows, so that their errors compare as
 * pairs. Rows and noise come from seeded streams of their own, so that results depend neither on
 * the number of threads nor on which other experiments run; only on the order of settings and the
 * names of contenders.
 */
final class Trials implements AutoCloseable {
  private final ExecutorService threads;
  private final long seed;

  Trials(int threads, long seed) {
    this.threads = Executors.newFixedThreadPool(threads);
    this.seed = seed;
  }

  List<Result> run(Figure figure) throws InterruptedException {
    List<List<Future<double[][]>>> pending = new ArrayList<>();
    for (int point = 0; point < figure.settings().size(); point++) {
      List<Future<double[][]>> trials = new ArrayList<>();
      for (int trial = 0; trial < figure.trials(); trial++) {
        int settingIndex = point;
        long stream = mix(mix(mix(seed, figure.id().hashCode()), point), trial);
        trials.add(threads.submit(() -> errors(figure, settingIndex, stream)));
      }
      pending.add(trials);
    }
    List<Result> results = new ArrayList<>();
    for (int point = 0; point < pending.size(); point++) {
      results.addAll(summaries(figure, figure.settings().get(point), pending.get(point)));
    }
    return results;
  }

  /** For each contender the total and the private error of one trial. */
  private static double[][] errors(Figure figure, int point, long stream) {
    Setting setting = figure.settings().get(point);
    Sample sample = setting.law().draw(new SplittableRandom(stream));
    double[][] errors = new double[figure.contenders().size()][];
    for (int k = 0; k < errors.length; k++) {
      errors[k] = errors(figure.contenders().get(k), sample, setting, stream);
    }
    return errors;
  }

  private static double[] errors(Contender contender, Sample sample, Setting setting, long stream) {
    double[] answer = contender.estimate(sample, setting, mix(stream, contender.name().hashCode()));
    return new double[] {
      sample.totalError(answer) / setting.unit(), sample.privateError(answer) / setting.unit()
    };
  }

  private static List<Result> summaries(
      Figure figure, Setting setting, List<Future<double[][]>> trials) throws InterruptedException {
    int contenders = figure.contenders().size();
    double[][] total = new double[contenders][trials.size()];
    double[][] own = new double[contenders][trials.size()];
    for (int trial = 0; trial < trials.size(); trial++) {
      double[][] errors = outcome(trials.get(trial));
      for (int k = 0; k < contenders; k++) {
        total[k][trial] = errors[k][0];
        own[k][trial] = errors[k][1];
      }
    }
    List<Result> results = new ArrayList<>();
    for (int k = 0; k < contenders; k++) {
      results.add(
          new Result(
              figure,
              setting,
              figure.contenders().get(k),
              Summary.of(total[k]),
              Summary.of(own[k])));
    }
    return results;
  }

  private static double[][] outcome(Future<double[][]> trial) throws InterruptedException {
    try {
      return trial.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a trial failed", e.getCause());
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
