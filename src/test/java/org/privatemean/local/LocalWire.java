package org.privatemean.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.local.LocalGeometry.MedianGrid;
import org.privatemean.local.LocalMeanSpec.Randomizer;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.query.NormGrid;

/** What is not in a local state's binary form but follows from it, for test vectors. */
public final class LocalWire {
  private static final double RATIO = 1.05;

  private LocalWire() {}

  /** The numbers of the plan that a client needs in the coming round. */
  public static Map<String, Object> derived(LocalMeanState state) {
    LocalMeanPlan plan = state.plan();
    RoundTask task = state.current().task();
    Map<String, Object> derived = new LinkedHashMap<>();
    derived.put("task", task.name());
    derived.put("latticeStep", plan.lattice().step());
    derived.put("shares", plan.rounds().stream().map(LocalRound::share).toList());
    if (task == RoundTask.MEAN) {
      derived.putAll(ofVectors(plan, state.norm()));
      return derived;
    }
    derived.put("coinEpsilon", plan.response(task).epsilon());
    derived.put("coordinates", plan.domain(task).width());
    derived.put("levels", plan.domain(task).levels());
    if (task == RoundTask.CENTRE) {
      MedianGrid grid = plan.medianGrid();
      derived.put("range", grid.range());
      derived.put("cellWidth", grid.width());
      derived.put("cells", grid.cells());
    } else {
      derived.putAll(norms(plan.normGrid(), RATIO));
    }
    return derived;
  }

  /** How to find the cell of a squared distance. */
  public static Map<String, Object> norms(NormGrid grid, double ratio) {
    Map<String, Object> norms = new LinkedHashMap<>();
    long last = grid.universe().high();
    if (grid.norm(4) == 2) {
      norms.put("squaresUpTo", last);
      return norms;
    }
    for (int k = 0; k < last; k++) {
      if (grid.norm(k + 1L) != grid.norm(k) * ratio) {
        throw new AssertionError("norm " + k + " is not a multiple by " + ratio);
      }
    }
    norms.put("leastNorm", grid.norm(0));
    norms.put("normRatio", ratio);
    norms.put("norms", last + 1);
    return norms;
  }

  private static Map<String, Object> ofVectors(LocalMeanPlan plan, long norm) {
    Map<String, Object> derived = new LinkedHashMap<>();
    if (plan.randomizer() == Randomizer.AUTO) {
      derived.put("gridStep", (long) plan.ball().unit(norm));
      derived.put("limit", (long) plan.ball().largest(norm));
      derived.put("values", plan.columns());
      return derived;
    }
    ReportGrid grid;
    int values = plan.columns();
    if (plan.randomizer() == Randomizer.PROJ_UNIT) {
      int size = ProjUnitParameters.recommendedSize(2 * values, plan.budget());
      ProjUnitParameters parameters =
          new ProjUnitParameters(
              Projection.HADAMARD, InputDomain.BALL, values, size, 1, plan.budget(), 0);
      grid = ReportGrid.shortest(parameters.threshold(), size);
      values = size;
    } else {
      boolean isNormal = plan.randomizer() == Randomizer.PRIV_UNIT_G;
      PrivUnitParameters parameters =
          PrivUnitParameters.inBall(values, 1, plan.budget())
              .withLaw(isNormal ? ReportLaw.GAUSSIAN : ReportLaw.SPHERE);
      grid = ReportGrid.create(parameters.threshold(), values);
    }
    derived.put("limit", grid.limit());
    derived.put("squaredNormLimit", Math.round(grid.normLimit() * grid.normLimit()));
    derived.put("values", values);
    return derived;
  }

  /** The round that a user is asked in, or -1 if in all. */
  public static int roundAsked(LocalMeanState state, String userId) {
    LocalMeanPlan plan = state.plan();
    if (!plan.splitsUsers()) {
      return -1;
    }
    double place = state.labels("round", userId).nextBits(53) * 0x1p-53;
    int requested = 0;
    double end = plan.rounds().get(0).share();
    while (place >= end && requested < plan.roundCount() - 1) {
      requested++;
      end += plan.rounds().get(requested).share();
    }
    boolean takesPart = LocalMeanClient.of(state).takesPart(userId);
    if (takesPart != (requested == state.round())) {
      throw new AssertionError("not as the client has it: round " + requested);
    }
    return requested;
  }

  /** The coordinate and level of each report: empty where they are vectors. */
  public static List<List<Integer>> labels(LocalMeanState state, List<Report> reports) {
    List<List<Integer>> labels = new ArrayList<>();
    RoundTask task = state.current().task();
    if (task != RoundTask.MEAN) {
      HaarFormat format = new HaarFormat(state.plan().domain(task), state.stamp());
      for (Report report : reports) {
        ReportReader in = new ReportReader(report, ReportWriter.HAAR, state.stamp());
        HaarReport read = format.read(in, 1).get(0);
        labels.add(List.of(read.coordinate(), read.level()));
      }
    }
    return labels;
  }

  /** The number of reports that a tally has dropped for a reason. */
  public static long rejections(LocalMeanTally tally, String reason) {
    return tally.rejections().count(MalformedReportException.RejectionReason.valueOf(reason));
  }
}
