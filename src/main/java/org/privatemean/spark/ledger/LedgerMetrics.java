package org.privatemean.spark.ledger;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.source.Source;

/**
 * The metrics of a ledger that this application uses, as a source of Spark's metrics: {@code
 * privateMean.ledger.ID.} and {@code remainingRho}, {@code charges}, {@code refusals} or {@code
 * replays}. All values follow from params and entries of the ledger, which are public.
 */
final class LedgerMetrics implements Source {
  private static final Map<SparkEnv, Map<String, LedgerMetrics>> REGISTERED = new WeakHashMap<>();

  private final String ledger;
  private final MetricRegistry registry = new MetricRegistry();
  final Counter charges = registry.counter("charges");
  final Counter refusals = registry.counter("refusals");
  final Counter replays = registry.counter("replays");
  volatile double remaining;

  private LedgerMetrics(String ledger) {
    this.ledger = ledger;
    registry.register("remainingRho", (Gauge<Double>) () -> remaining);
  }

  /** Returns the metrics of a ledger, and registers them with the running Spark, if any, once. */
  static synchronized LedgerMetrics register(String ledger) {
    SparkEnv running = SparkEnv.get();
    if (running == null) {
      return new LedgerMetrics(ledger);
    }
    return REGISTERED
        .computeIfAbsent(running, env -> new HashMap<>())
        .computeIfAbsent(
            ledger,
            id -> {
              LedgerMetrics metrics = new LedgerMetrics(id);
              running.metricsSystem().registerSource(metrics);
              return metrics;
            });
  }

  @Override
  public String sourceName() {
    return "privateMean.ledger." + ledger;
  }

  @Override
  public MetricRegistry metricRegistry() {
    return registry;
  }
}
