package org.privatemean.local;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.RoundClient;

/**
 * The device's side of the local mean in one round: it makes reports from the public state, the
 * user's id and row.
 *
 * <p><b>Privacy guarantee.</b> With protocol PURE a user makes one report, epsilon-DP, in the round
 * that its label determines. With ZCDP it makes, in round 1, a Haar report of every rotated
 * coordinate, together a quarter of rho; in round 2 one of its distance to the centre, 3/16; in
 * round 3 a vector with discrete Gaussian noise, 9/16. Each must be made and sent once: new secret
 * bits for the same row and round cost the budget again.
 *
 * <p><b>For simulations only.</b> A client answers any state that a server shows, any number of
 * times. A device that faces a server uses {@code org.privatemean.device.LocalMeanSession}.
 *
 * @since 0.1.0
 */
public final class LocalMeanClient extends RoundClient {
  private static final long serialVersionUID = 1L;

  private final LocalMeanState state;
  private final RoundTask task;
  private final int stamp;

  private LocalMeanClient(LocalMeanState state) {
    super(state);
    this.state = state;
    this.task = state.current().task();
    this.stamp = state.stamp();
  }

  /**
   * Creates a client for the next round of a state.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public static LocalMeanClient of(LocalMeanState state) {
    return new LocalMeanClient(state);
  }

  /**
   * Makes the reports of one user for this round: none, one, or with protocol ZCDP in the round of
   * medians one per coordinate.
   *
   * @param userId identifies the user; not a function of the row
   * @param row finite coordinates in data units; not changed
   * @param secret the device's secret random bits, fresh for every round
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   */
  public List<Report> reports(String userId, double[] row, BitSource secret) {
    check(row);
    if (!takesPart(userId)) {
      return List.of();
    }
    if (task == RoundTask.MEAN) {
      ReportWriter out = new ReportWriter(ReportWriter.VECTOR, stamp);
      writeVector(row, secret, out);
      return List.of(out.report());
    }
    HaarFormat format = format();
    return haarReports(userId, row, secret).stream().map(format::write).toList();
  }

  /**
   * Makes the bundle of one user for this round: the result of {@link #reports} for the same bits
   * under one header, empty if there is none. {@link LocalMeanTally#take} accepts all of it or
   * nothing.
   *
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   */
  public byte[] bundle(String userId, double[] row, BitSource secret) {
    check(row);
    if (!takesPart(userId)) {
      return new byte[0];
    }
    if (task == RoundTask.MEAN) {
      ReportWriter out = ReportWriter.forBundle(ReportWriter.VECTOR, stamp, 1);
      writeVector(row, secret, out);
      return out.toBytes();
    }
    return format().writeBundle(haarReports(userId, row, secret));
  }

  private HaarFormat format() {
    return new HaarFormat(state.plan().domain(task), stamp);
  }

  private List<HaarReport> haarReports(String userId, double[] row, BitSource secret) {
    LocalMeanPlan plan = state.plan();
    RangeDomain domain = plan.domain(task);
    HaarRandomizer randomizer = new HaarRandomizer(domain, plan.response(task));
    if (task == RoundTask.NORM) {
      long cell = plan.normGrid().cell(squaredDistance(row));
      int level = randomizer.assignLevel(state.labels("norm", userId));
      return List.of(randomizer.randomize(cell, 0, level, secret));
    }
    long[] rotated = rotate(row);
    BitSource label = state.labels("medians", userId);
    List<HaarReport> reports = new ArrayList<>();
    int first = plan.splitsUsers() ? domain.assignCoordinate(label) : 0;
    int end = plan.splitsUsers() ? first + 1 : rotated.length;
    for (int j = first; j < end; j++) {
      long cell = plan.medianGrid().cell(rotated[j]);
      int level = randomizer.assignLevel(label);
      reports.add(randomizer.randomize(cell, j, level, secret));
    }
    return reports;
  }

  /** Returns true if a user reports in this round. */
  public boolean takesPart(String userId) {
    LocalMeanPlan plan = state.plan();
    if (!plan.splitsUsers()) {
      return true;
    }
    double place = Math.scalb((double) state.labels("round", userId).nextBits(53), -53);
    int chosen = 0;
    for (double end = plan.rounds().get(0).share();
        place >= end && chosen < plan.roundCount() - 1;
        end += plan.rounds().get(chosen).share()) {
      chosen++;
    }
    return chosen == state.round();
  }

  private void writeVector(double[] row, BitSource secret, ReportWriter out) {
    state.plan().ball().write(clip(row), state.norm(), secret, out);
  }
}
