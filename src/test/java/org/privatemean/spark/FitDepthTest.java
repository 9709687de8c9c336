package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.spark.ledger.InputDescriptor;

/**
 * A fit stays easy to follow: frames of this project from the fit to its first charge, which its
 * first noise draw follows. The numbers may only fall.
 */
final class FitDepthTest {
  @ParameterizedTest
  @CsvSource({"recentred, 14", "clipped, 13", "shiftedClipped, 13"})
  void fit_firstCharge_isFewFramesAway(String method, int frames) {
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
    FitPlan.create(stage, schema, Optional.empty(), false)
        .stageFit()
        .summary(rows, InputDescriptor.NOTHING, progress);
    assertEquals(frames, walk.size(), () -> "the walk, innermost first: " + walk);
  }

  /** Frames of this project below {@code summary}, without those of this test. */
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
