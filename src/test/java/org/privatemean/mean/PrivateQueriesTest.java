package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.central.CentralTrust;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

final class PrivateQueriesTest {
  private static final int ROWS = 2001;
  private static final double RHO = 1000;

  /** A radius may be far below the rows: that of rows of which most are equal. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1, 30, 1000})
  void norm_ofRowsNearOrBeyondItsReach_isThatOfTheRank(double radius) {
    double[][] rows = Fits.rows(1, ROWS, 4, random -> 1000 * random.nextGaussian());
    double[] norms = Arrays.stream(rows).mapToDouble(PrivateQueriesTest::length).sorted().toArray();
    RecentredSpec spec =
        Fits.spec(RHO, Scaling.NONE, ErrorBarCoverage.CoverageKind.NONE, Neighbours.REPLACE);
    RecentredPlan plan = RecentredPlan.create(spec, ROWS, 4);
    CentralTrust trust = Settings.seeded(RHO, 1);
    try (ZcdpGrant grant = trust.open("test", RHO, spec.unit());
        Blocks<VectorBlock> blocks =
            InMemoryRows.of(rows, 4, InvalidRows.ERROR)
                .prepare(new VectorEncoder(4, plan.range()))) {
      blocks.setSize(ROWS);
      PrivateQueries queries = new PrivateQueries(plan, trust, grant, blocks, false);
      Frame frame = new Frame(new double[4], CoordinateWeights.none(4), radius);
      double found = queries.norm(frame, 64, plan.range(), 1000, RHO / 4, "norm");
      // The next norm of 24 in an octave; counts have noise of less than a row.
      double ratio = found / norms[1000];
      assertTrue(ratio > 0.99 && ratio < Math.pow(2, 1 / 24.0) + 0.01, "ratio " + ratio);
    }
  }

  private static double length(double[] row) {
    return Math.sqrt(Arrays.stream(row).map(x -> x * x).sum());
  }
}
