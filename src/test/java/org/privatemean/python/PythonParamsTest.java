package org.privatemean.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.feature.Bucketizer;
import org.junit.jupiter.api.Test;
import org.privatemean.spark.LocalGaussianMean;
import org.privatemean.spark.LocalGaussianMeanModel;
import org.privatemean.spark.PrivateCovariance;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateStandardScaler;
import org.privatemean.spark.PrivateStandardScalerModel;

/** The Python params are those of the Java stages: names, docs, types, defaults and setters. */
final class PythonParamsTest {
  private static final Path COMMITTED = Path.of("src/main/python/privatemean/_params.py");
  private static final Path MADE = Path.of("target/python/_params.py");

  @Test
  void file_asCommitted_isWhatTheJavaStagesMake() throws IOException {
    String made =
        PythonParams.of(
            List.of(
                new PrivateMean(),
                new PrivateMeanModel(),
                new PrivateCovariance(),
                new PrivateStandardScaler(),
                new PrivateStandardScalerModel()),
            List.of(new LocalGaussianMean(), new LocalGaussianMeanModel()));
    assertTrue(made.contains("    def setRho(self: _Stage, value: float) -> _Stage:\n"));
    if (!Files.exists(COMMITTED) || !Files.readString(COMMITTED).equals(made)) {
      Files.createDirectories(MADE.getParent());
      Files.writeString(MADE, made);
    }
    assertTrue(Files.exists(COMMITTED), "missing: copy " + MADE + " to " + COMMITTED);
    assertEquals(
        made, Files.readString(COMMITTED), "out of step: copy " + MADE + " to " + COMMITTED);
  }

  @Test
  void type_ofAnUnknownParam_isRefused() {
    IllegalStateException refusal =
        assertThrows(
            IllegalStateException.class,
            () -> PythonParams.of(List.of(new Bucketizer()), List.of()));
    assertTrue(refusal.getMessage().startsWith("splitsArray: "), refusal.getMessage());
  }
}
