package org.privatemean.app;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.privatemean.app.input.Input;
import org.privatemean.app.output.Outputs;
import org.privatemean.numeric.Shown;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.Guarantee;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.spark.FitPlan;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.FitRequest;

/**
 * What a fit would do, told from options and schema alone.
 *
 * @param stage what would fit
 * @param plan what it would do
 * @param input what it would read
 * @param kinds what each column holds, by the schema
 * @param outputs where it would write to
 * @param std whether standard deviations would be released too
 */
record DryRun(
    PrivateMean stage,
    FitPlan plan,
    Input input,
    Map<String, String> kinds,
    Outputs outputs,
    boolean std) {
  private static final int SHOWN = 20;
  private static final double DELTA = 1e-6;
  private static final int DIGITS = 3;

  void print(PrintWriter out) {
    out.println("dry run: no row was read, nothing was spent or written");
    line(out, "columns", columns());
    line(out, "dimension", String.valueOf(plan.dimension()));
    line(out, "rows", rows());
    line(out, "budget", budget());
    line(out, "neighbours", neighbours());
    line(out, "trust model", stage.getTrustModel());
    if (plan.request() instanceof FitRequest.Central central) {
      line(out, "method", method(central.request()));
    }
    line(out, "releases", releases());
    line(out, "output", output());
  }

  private static void line(PrintWriter out, String label, String text) {
    out.println(String.format("%-12s %s", label, text));
  }

  private String columns() {
    List<String> texts = new ArrayList<>();
    kinds.forEach((name, kind) -> texts.add(name + ": " + kind));
    String first = texts.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return texts.size() > SHOWN ? first + " and " + (texts.size() - SHOWN) + " more" : first;
  }

  private String rows() {
    String kept = input.where().map(condition -> "those with " + condition).orElse("all");
    return kept
        + switch (stage.getHandleInvalid()) {
          case "zero" -> "; an invalid one is the zero vector";
          case "skip" -> "; an invalid one is left out";
          default -> "; an invalid one stops the fit";
        };
  }

  private String budget() {
    if (plan.request() instanceof FitRequest.Central central) {
      Guarantee guarantee = central.guarantee();
      Zcdp rho = guarantee.zcdp();
      return String.format(
          "%s; rho %s is epsilon %s at delta %s",
          asked(),
          rho.rho(),
          Shown.bound(Conversions.epsilonUp(rho, DELTA), DIGITS),
          Shown.number(DELTA, DIGITS));
    }
    return asked() + (stage.isDefined(stage.rho()) ? " of a user's reports" : "");
  }

  private String asked() {
    return Stream.of(stage.rho(), stage.epsilon(), stage.delta())
        .filter(stage::isDefined)
        .map(param -> param.name() + " " + stage.getOrDefault(param))
        .collect(Collectors.joining(", "));
  }

  private String neighbours() {
    return stage.getNeighbours()
        + (stage.getNeighbours().equals("replace")
            ? ": one row is replaced, the number of rows is public"
            : ": one row is added or removed, the number of rows is private");
  }

  private String method(MeanRequest request) {
    return request instanceof RecentredSpec spec
        ? String.format(
            "%s, scaling %s, error bars for %s",
            spec.name(),
            spec.scaling().scales().map(scales -> "by --scales").orElse(spec.scaling().label()),
            stage.getRegions().equals("none") ? "the noise alone" : "the mean of the rows")
        : request.name();
  }

  private String releases() {
    boolean isCountPrivate = stage.getNeighbours().equals("addRemove");
    return "the mean"
        + (std ? ", the standard deviations" : "")
        + (isCountPrivate ? ", a noisy number of rows" : ", the number of rows")
        + ", and their errors"
        + (stage.isDefined(stage.seed()) ? "; with a seed: for tests only" : "");
  }

  private String output() {
    return Stream.of(
            outputs.hasAny() ? Optional.of(outputs.listed()) : Optional.<String>empty(),
            outputs.isEmpty()
                ? Optional.of("the report to standard output")
                : Optional.<String>empty())
        .flatMap(Optional::stream)
        .collect(Collectors.joining(", "));
  }
}
