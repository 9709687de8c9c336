package org.privatemean.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.privatemean.audit.AuditCase.CaseResult;
import org.privatemean.audit.AuditCase.Finding;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.Neighbours;

/**
 * An audit of the guarantees of this build, on made-up data alone.
 *
 * <p><b>Contract.</b> Runs every case but some replays: it replays neighbours until its time is
 * over or all are done; with less time, cases have fewer repetitions. The cases follow from the
 * seed, the number of repetitions from the time.
 */
final class PrivacyAudit {
  private static final double SECONDS = 60;
  private static final double NANOSECONDS = 1e9;

  /** Shares of the time by which the parts but the last end. */
  private static final double SAMPLERS_END = 0.08;

  private static final double REPLAY_END = 0.3;
  private static final double LEDGER_END = 0.35;
  private static final double LEAKS_END = 0.37;

  private static final double[] REPLAY_RHOS = {400, 25, 1.5};
  private static final int REPLAYS_OF_EACH = 60;

  /** One of each, whatever the time. */
  static final int LEAST_REPLAYS = 60;

  private static final int MAX_THREADS = 8;

  /** Probability that not all bounds on epsilon hold. */
  private static final double ALPHA = 1e-3;

  record AuditPart(String name, List<CaseResult> results, double seconds) {
    List<CaseResult> failures() {
      return results.stream().filter(CaseResult::isFailure).toList();
    }

    List<CaseResult> bounded() {
      return results.stream().filter(each -> each.finding().bound().isPresent()).toList();
    }
  }

  private final AuditedBuild build;
  private final double minutes;
  private final long seed;
  private final Consumer<String> progress;
  private final long start = System.nanoTime();

  PrivacyAudit(AuditedBuild build, double minutes, long seed, Consumer<String> progress) {
    this.build = build;
    this.minutes = minutes;
    this.seed = seed;
    this.progress = progress;
  }

  List<AuditPart> run() {
    AuditPart samplers =
        run("samplers", SamplerCases.create(build), SAMPLERS_END, Integer.MAX_VALUE);
    AuditedBuild ofTheCurve = new AuditedBuild(Calibration.GAUSSIAN);
    AuditPart replay = run("replay", replays(build, ofTheCurve), REPLAY_END, LEAST_REPLAYS);
    AuditPart ledger = run("ledger", LedgerCases.create(build), LEDGER_END, Integer.MAX_VALUE);
    AuditPart leaks = run("leaks", LeakCases.create(build), LEAKS_END, Integer.MAX_VALUE);
    List<Experiment> experiments = new ArrayList<>(CentralExperiments.create(build));
    experiments.addAll(DeviceExperiments.create(build));
    AuditPart blackBox =
        run("blackBox", blackBox(experiments, Experiment.MAX_RUNS), 1, Integer.MAX_VALUE);
    return List.of(samplers, replay, ledger, leaks, blackBox);
  }

  static List<AuditCase> blackBox(List<Experiment> experiments, int most) {
    double alpha = ALPHA / experiments.size();
    return experiments.stream().map(each -> each.toCase(alpha, most)).toList();
  }

  /** Replays each request by one of the builds, in turn. */
  static List<AuditCase> replays(AuditedBuild... builds) {
    List<AuditCase> cases = new ArrayList<>();
    for (int k = 0; k < REPLAYS_OF_EACH; k++) {
      AuditedBuild build = builds[k % builds.length];
      for (double rho : REPLAY_RHOS) {
        for (ReplayCase.Mechanism mechanism : ReplayCase.Mechanism.values()) {
          for (Neighbours neighbours : Neighbours.values()) {
            cases.add(
                replay(
                    mechanism.toString(),
                    neighbours,
                    rho,
                    build,
                    seed ->
                        ReplayCase.draw(mechanism, neighbours, rho, seed).replay(build).faults()));
          }
        }
        for (boolean arePrivate : new boolean[] {false, true}) {
          for (Neighbours neighbours : Neighbours.values()) {
            cases.add(
                replay(
                    arePrivate ? "groups of private keys" : "groups of public keys",
                    neighbours,
                    rho,
                    build,
                    seed ->
                        GroupReplayCase.draw(
                                arePrivate, neighbours, rho, new SplittableRandom(seed))
                            .faults(build)));
          }
        }
      }
    }
    return cases;
  }

  private static AuditCase replay(
      String name,
      Neighbours neighbours,
      double rho,
      AuditedBuild build,
      LongFunction<List<String>> faults) {
    return new AuditCase(
        String.format("%s, %s, rho %s, noise of %s", name, neighbours, rho, build.calibration()),
        1,
        (seed, nanoseconds) -> Finding.create(faults.apply(seed)));
  }

  /** Runs cases, each in its share of the time that is left; the first also without time. */
  AuditPart run(String name, List<AuditCase> cases, double share, int least) {
    long begin = System.nanoTime();
    long end = start + (long) (share * minutes * SECONDS * NANOSECONDS);
    int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
    AtomicInteger next = new AtomicInteger();
    ConcurrentLinkedQueue<CaseResult> results = new ConcurrentLinkedQueue<>();
    SplittableRandom random = new SplittableRandom(seed ^ name.hashCode());
    long[] seeds = random.longs(cases.size()).toArray();
    long[] weights = new long[cases.size() + 1];
    for (int k = cases.size() - 1; k >= 0; k--) {
      weights[k] = weights[k + 1] + cases.get(k).weight();
    }
    IntStream.range(0, threads)
        .parallel()
        .forEach(
            thread -> {
              for (int k = next.getAndIncrement(); k < seeds.length; k = next.getAndIncrement()) {
                long left = end - System.nanoTime();
                if (left > 0 || k < least) {
                  long time = left * threads / weights[k] * cases.get(k).weight();
                  results.add(cases.get(k).run(seeds[k], time));
                }
                if (k % Math.max(1, seeds.length / 5) == 0) {
                  tell(name, k, seeds.length, results);
                }
              }
            });
    tell(name, results.size(), results.size(), results);
    List<CaseResult> sorted =
        results.stream().sorted(Comparator.comparing(CaseResult::description)).toList();
    return new AuditPart(name, sorted, (System.nanoTime() - begin) / NANOSECONDS);
  }

  private void tell(String name, int done, int cases, Collection<CaseResult> results) {
    long failed = results.stream().filter(CaseResult::isFailure).count();
    progress.accept(
        String.format(
            "%s: %d of %d cases, %d failed, %.0f s",
            name, done, cases, failed, (System.nanoTime() - start) / NANOSECONDS));
  }
}
