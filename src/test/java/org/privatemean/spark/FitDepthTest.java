package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.RecentredSpec;
import org.privatemean.spark.ledger.PaidFit.InputDescriptor;

/**
 * A fit stays easy to follow: frames of this project from {@code PrivateMean.fit} to its first
 * charge, which its first noise draw follows. The numbers may only fall.
 */
final class FitDepthTest {
  @ParameterizedTest
  @CsvSource({"recentred, 12", "clipped, 12", "shiftedClipped, 12"})
  void fit_firstCharge_isWithinTheLimitOfFrames(String method, int frames) {
    double[][] data = new double[500][];
    for (int i = 0; i < data.length; i++) {
      data[i] = new double[] {Math.sin(i), Math.cos(i)};
    }
    Dataset<Row> rows = LocalSpark.frame(data, LocalSpark.Form.DENSE, 1);
    PrivateMean stage =
        new PrivateMean().setInputCol("features").setDimension(2).setRho(1).setMethod(method);
    if (!method.equals("recentred")) {
      stage.setBound(10);
    }
    List<String> walk = new ArrayList<>();
    Progress progress =
        new Progress() {
          @Override
          public void onCharge(String step, double spent) {
            if (walk.isEmpty()) {
              walk.addAll(frames());
            }
          }
        };
    StructType schema = rows.schema();
    FitPlan.create(stage, schema, Optional.empty(), RecentredSpec.Moments.MEAN)
        .stageFit()
        .summary(rows, InputDescriptor.NOTHING, progress);
    int above = framesAboveSummary(stage);
    assertEquals(frames, walk.size() + above, () -> "the walk, innermost first: " + walk);
  }

  /** Frames of {@code fit} above {@code summary}, as a fit that is refused in it shows them. */
  private static int framesAboveSummary(PrivateMean stage) {
    Dataset<Row> rows = LocalSpark.frame(new double[][] {{1, 2}}, LocalSpark.Form.DENSE, 1);
    PrivateMean refused = stage.copy(ParamMap.empty()).setReleaseName("without a ledger");
    Throwable failed = assertThrows(ParamException.class, () -> refused.fit(rows));
    List<String> names =
        Arrays.stream(failed.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith("org.privatemean."))
            .map(
                frame ->
                    frame.getClassName().substring("org.privatemean.".length())
                        + "#"
                        + frame.getMethodName())
            .toList();
    int summary = names.lastIndexOf("spark.StageFit#summary");
    int fit = names.lastIndexOf("spark.PrivateMean#fit");
    assertTrue(0 < summary && summary < fit, () -> "no fit in " + names);
    return fit - summary;
  }

  /** Frames of this project from {@code summary} on, without those of this test. */
  private static List<String> frames() {
    return StackWalker.getInstance()
        .walk(
            all ->
                all.filter(frame -> frame.getClassName().startsWith("org.privatemean."))
                    .filter(frame -> !frame.getClassName().contains("FitDepthTest"))
                    .map(frame -> frame.getClassName() + "#" + frame.getMethodName())
                    .map(name -> name.substring("org.privatemean.".length()))
                    .toList());
  }
}
