package org.privatemean.spark;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.ml.param.Param;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.WarmStart;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.FitRequest.KeyRequest;
import org.privatemean.spark.param.MeanParams;

/**
 * The digest of everything that shapes a release: a name in a ledger stands for one digest.
 *
 * <p>A param counts if its value is not its default, so that later versions with more params give
 * the same digests. Excluded are the data, which the name stands for, and what shapes no release.
 * The hashed text has one line per value, {@code name:length:value}, sorted by name.
 */
final class RequestDigest {
  private static final Set<String> SHAPE_NOTHING =
      Set.of(
          "outputCol",
          "reportCol",
          "seed",
          // A path; the request holds its content.
          "startFrom",
          "ledger",
          "releaseName",
          "payAgain",
          "ledgerKeyFile",
          "ledgerAtLeast");

  private final Map<String, String> values = new TreeMap<>();

  private RequestDigest() {}

  /** Computes the digest, SHA-256 in hex; described are further parts, such as input options. */
  public static String compute(
      MeanParams<?, ?> stage, FitRequest request, int dimension, Map<String, String> described) {
    RequestDigest digest = new RequestDigest();
    for (Param<?> param : stage.params()) {
      digest.add(stage, param);
    }
    digest.values.put("dimension", String.valueOf(dimension));
    digest.values.put("neighbours", stage.getNeighbours());
    digest.add(request);
    described.forEach((name, value) -> digest.values.put("input." + name, value));
    return digest.hex();
  }

  private void add(MeanParams<?, ?> stage, Param<?> param) {
    if (SHAPE_NOTHING.contains(param.name()) || !stage.isSet(param)) {
      return;
    }
    String value = text(stage.getOrDefault(param));
    Object usual = stage.hasDefault(param) ? stage.getDefault(param).get() : null;
    if (usual == null || !Objects.equals(text(usual), value)) {
      values.put(param.name(), value);
    }
  }

  /** Adds the parts of a request that are not params of its stage. */
  private void add(FitRequest request) {
    if (request instanceof FitRequest.Central central
        && central.request() instanceof RecentredSpec spec) {
      switch (spec.moments()) {
        case MEAN -> {}
        case DEVIATIONS -> values.put("std", "true");
        case COVARIANCE -> values.put("covariance", "true");
      }
      spec.start().ifPresent(this::add);
    }
    if (request instanceof FitRequest.Grouped grouped
        && grouped.keys() instanceof KeyRequest.FileKeys lines) {
      values.put("keys.header", text(lines.file().header().toArray()));
      values.put(
          "keys",
          text(lines.file().lines().stream().map(line -> text(line.values().toArray())).toArray()));
    }
  }

  private void add(WarmStart start) {
    values.put("start.mean", text(start.mean()));
    values.put("start.norm", String.valueOf(start.norm()));
    start.scales().ifPresent(scales -> values.put("start.scales", text(scales)));
    start.deviations().ifPresent(found -> values.put("start.deviations", text(found)));
    values.put("start.isMeasured", String.valueOf(start.isMeasured()));
  }

  private static String text(Object value) {
    if (value instanceof double[] numbers) {
      return Arrays.toString(numbers);
    }
    if (value instanceof Object[] list) {
      StringBuilder text = new StringBuilder();
      for (Object each : list) {
        String part = String.valueOf(each);
        text.append(part.length()).append(':').append(part).append(',');
      }
      return text.toString();
    }
    return String.valueOf(value);
  }

  private String hex() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) ->
            text.append(name)
                .append(':')
                .append(value.length())
                .append(':')
                .append(value)
                .append('\n'));
    return EntryAuthenticator.sha256(text.toString());
  }
}
