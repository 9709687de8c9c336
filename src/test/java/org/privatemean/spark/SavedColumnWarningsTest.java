package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;
import org.privatemean.release.report.HandMade;

/** Warnings of columns, in a saved model and in the results of a ledger. */
final class SavedColumnWarningsTest {
  private static final List<ColumnWarning> WARNINGS =
      List.of(
          new ColumnWarning(1, ColumnWarning.ColumnWarningCode.NEARLY_CONSTANT, 9),
          new ColumnWarning(0, ColumnWarning.ColumnWarningCode.LONG_TAIL));

  @TempDir private Path directory;

  @BeforeAll
  static void session() {
    LocalSpark.session();
  }

  private static PrivateMeanSummary single() {
    boolean[] noiseOnly = {false, true};
    return new PrivateMeanSummary(
        Release.of(
                "recentred",
                TrustedParty.CURATOR,
                Guarantee.inZcdp(new Zcdp(1), PrivacyUnit.row(Neighbours.REPLACE)),
                Estimate.of(new double[] {3, 4}, 100),
                Noise.of(2, 1, Double.POSITIVE_INFINITY).withClippingNorm(5))
            .withRegion(
                new ConfidenceRegion(
                    0.95,
                    ConfidenceRegion.Covers.SAMPLE,
                    2,
                    new double[] {1},
                    noiseOnly,
                    OptionalLong.of(3)))
            .withColumnNames(List.of("x", "flag"))
            .withColumnWarnings(WARNINGS));
  }

  private static PrivateMeanSummary grouped() {
    StructType keys = new StructType().add("g", DataTypes.StringType);
    return new PrivateMeanSummary(new GroupTable(HandMade.warned(3), keys));
  }

  private PrivateMeanSummary loaded(PrivateMeanSummary summary) {
    String path = directory.resolve("model").toString();
    try {
      new PrivateMean("mean").model(summary).write().overwrite().save(path);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    return PrivateMeanModel.load(path).summary();
  }

  private Stream<UnaryOperator<PrivateMeanSummary>> saves() {
    return Stream.of(
        UnaryOperator.identity(),
        this::loaded,
        summary -> SavedText.read(SavedText.write(summary)));
  }

  @Test
  void single_savedAndRead_warnsOfTheSameColumns() {
    saves()
        .forEach(
            save -> {
              PrivateMeanSummary read = save.apply(single());
              assertEquals(single().release(), read.release());
              assertEquals(WARNINGS, read.columnWarnings());
              assertEquals(List.of("sample", "noise"), read.coversByColumn());
              assertEquals(
                  List.of(WARNINGS.get(0).text("flag"), WARNINGS.get(1).text("x")),
                  read.columnWarningTexts());
              assertTrue(
                  read.toString().contains("  flag  4.0 +- 1.0 (nearlyConstant)"), read::toString);
            });
  }

  @Test
  void groups_savedAndRead_warnOfTheSameColumns() {
    saves()
        .forEach(
            save -> {
              PrivateMeanSummary read = save.apply(grouped());
              assertEquals(grouped().keyed().get().means().columnWarnings(), read.columnWarnings());
              assertEquals(List.of(WARNINGS.get(0).text("income")), read.columnWarningTexts());
              assertEquals(grouped().toJson(), read.toJson());
            });
  }
}
