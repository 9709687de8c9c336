package org.privatemean.app;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.Guarantee;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.Moments;
import org.privatemean.spark.FitPlan;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/** Description of a fit that is not run, derived from options and schema alone. */
record DryRun(
    PrivateMean stage,
    FitPlan plan,
    Input input,
    Map<String, String> kinds,
    Outputs outputs,
    Moments moments) {
  private static final int SHOWN = 20;
  private static final double DELTA = 1e-6;
  private static final int DIGITS = 3;

  /** Prints the description and, if a ledger pays, its charge and the budget then left. */
  void print(PrintWriter out, Optional<String> ledger) {
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
    if (plan.request() instanceof FitRequest.Grouped grouped) {
      line(out, "method", GroupedSpec.NAME + ", scaling " + grouped.spec().scaling().label());
      line(out, "groups", groups(grouped));
    }
    line(out, "unit", unit());
    line(out, "releases", releases());
    ledger.ifPresent(found -> line(out, "ledger", found));
    line(out, "output", output());
  }

  private static void line(PrintWriter out, String label, String text) {
    out.println(String.format("%-12s %s", label, text));
  }

  private String columns() {
    List<String> texts = new ArrayList<>();
    kinds.forEach((name, kind) -> texts.add(name + ": " + kind));
    return NumberFormat.list(texts, SHOWN);
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

  private String groups(FitRequest.Grouped grouped) {
    String by = String.join(", ", grouped.keys().columns());
    KeyRequest keys = grouped.keys();
    if (keys instanceof KeyRequest.PrivateKeys selected) {
      return String.format("by %s; keys selected privately, key delta %s", by, selected.delta());
    }
    if (keys instanceof KeyRequest.TableKeys table) {
      return String.format("by %s; public keys of table %s", by, table.table());
    }
    int size =
        keys instanceof KeyRequest.ListedKeys listed
            ? listed.values().size()
            : ((KeyRequest.FileKeys) keys).file().lines().size();
    return String.format("by %s; %d public keys", by, size);
  }

  private String unit() {
    return stage
        .persons()
        .map(
            persons ->
                String.format(
                    "all rows of a person, by column %s%s",
                    persons.column(),
                    stage.isGrouped()
                        ? "; a person counts in at most "
                            + persons.groupsPerPerson()
                            + (persons.groupsPerPerson() == 1 ? " group" : " groups")
                        : ""))
        .orElse("a row; who has several is protected less");
  }

  private Optional<Guarantee> guarantee() {
    if (plan.request() instanceof FitRequest.Grouped grouped) {
      return Optional.of(grouped.guarantee());
    }
    return plan.request() instanceof FitRequest.Central central
        ? Optional.of(central.guarantee())
        : Optional.empty();
  }

  private String budget() {
    return Stream.of(stage.rho(), stage.epsilon(), stage.delta())
            .filter(stage::isDefined)
            .map(param -> param.name() + " " + stage.getOrDefault(param))
            .collect(Collectors.joining(", "))
        + guarantee()
            .map(
                given ->
                    String.format(
                        "; rho %s is epsilon %s at delta %s",
                        given.zcdp().rho(),
                        NumberFormat.bound(given.epsilonAt(DELTA), DIGITS),
                        NumberFormat.number(DELTA, DIGITS)))
            .orElse(stage.isDefined(stage.rho()) ? " of a user's reports" : "");
  }

  private String neighbours() {
    boolean ofPersons = stage.persons().isPresent();
    boolean replaces = stage.getNeighbours().equals("replace");
    boolean isPublic =
        replaces
            && !stage.isGrouped()
            && guarantee().map(given -> given.unit().isCountPublic()).orElse(true);
    return String.format(
        "%s: %s %s, the number of %s%s is %s",
        stage.getNeighbours(),
        ofPersons ? "all rows of a person are" : "one row is",
        replaces ? "replaced" : "added or removed",
        ofPersons ? "persons" : "rows",
        stage.isGrouped() ? " in each group" : "",
        isPublic ? "public" : "private");
  }

  private String method(MeanRequest request) {
    return request instanceof RecentredSpec spec
        ? String.format(
            "%s, scaling %s, sampling %s, error bars for %s",
            spec.name(),
            spec.scaling().scales().map(scales -> "by --scales").orElse(spec.scaling().label()),
            spec.sampling().label(),
            stage.getRegions().equals("none") ? "the noise alone" : "the mean of the rows")
        : request.name();
  }

  private String releases() {
    boolean isCountPrivate = stage.getNeighbours().equals("addRemove");
    return (stage.isGrouped() ? "status, noisy count and mean of each group" : "the mean")
        + (moments == Moments.MEAN ? "" : ", the " + moments.plural())
        + (stage.isGrouped()
            ? ""
            : isCountPrivate ? ", a noisy number of rows" : ", the number of rows")
        + ", and their errors"
        + (stage.isDefined(stage.seed()) ? "; with a seed: for tests only" : "");
  }

  private String output() {
    return outputs.describe()
        + (outputs.hasAny() && outputs.isEmpty() ? ", " : "")
        + (outputs.isEmpty() ? "the report to standard output" : "");
  }
}
