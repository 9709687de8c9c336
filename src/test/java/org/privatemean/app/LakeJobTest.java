package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.spark.LakeFormat;

/** The job on tables of Delta and Iceberg, by their names and by their folders. */
@Tag("lakes")
final class LakeJobTest {
  @ParameterizedTest
  @EnumSource
  void fit_tableByNameAndByFolder_hasTheBitsOfItsRows(LakeFormat format) {
    String table = format.changed();
    Sample.session().sql(LakeFormat.LEFT).createOrReplaceTempView("left_of_the_job");
    String expected = mean("left_of_the_job");
    assertEquals(expected, mean(table));
    String folder = format.folder(table).toString();
    Run run = Run.fit("--input", folder, "--format", format.provider(), "--features", "carat,y");
    assertEquals(0, run.code(), run.err());
    assertEquals(expected, run.json().get("mean").toString());
  }

  private static String mean(String table) {
    Run run = Run.fit("--table", table, "--features", "carat,y").assertDone();
    return run.json().get("mean").toString();
  }
}
