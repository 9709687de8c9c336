package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;

final class ColumnWarningsTest {
  private static final StructType FIELDS =
      new StructType()
          .add("column", DataTypes.StringType, false)
          .add("code", DataTypes.StringType, false)
          .add("rows_at_most", DataTypes.LongType);

  /** Of the column of a result. */
  static final DataType TYPE = DataTypes.createArrayType(FIELDS, false);

  private static Release release() {
    PrivacyUnit unit = PrivacyUnit.row(Neighbours.REPLACE);
    return Release.of(
            "recentred",
            TrustedParty.CURATOR,
            Guarantee.inZcdp(new Zcdp(1), unit),
            Estimate.of(new double[2], 100),
            Noise.of(2, 1, Double.POSITIVE_INFINITY))
        .withColumnWarnings(
            List.of(
                new ColumnWarning(1, ColumnWarning.ColumnWarningCode.NEARLY_CONSTANT, 9),
                new ColumnWarning(0, ColumnWarning.ColumnWarningCode.LONG_TAIL)));
  }

  private static ArrayData column(Release release) {
    ResultTable table =
        ResultTable.of(
            List.of(ReleaseTables.warningsColumn(Function.<Release>identity())), List.of(release));
    assertEquals(new StructType().add("column_warnings", TYPE, false), table.readSchema());
    return table.rows()[0].getArray(0);
  }

  @Test
  void column_ofWarnings_isAStructForEach() {
    ArrayData found = column(release().withColumnNames(List.of("x", "flag")));
    assertEquals(2, found.numElements());
    InternalRow flag = found.getStruct(0, 3);
    assertEquals("flag", flag.getString(0));
    assertEquals("nearlyConstant", flag.getString(1));
    assertEquals(9, flag.getLong(2));
    InternalRow x = found.getStruct(1, 3);
    assertEquals("x", x.getString(0));
    assertEquals("longTail", x.getString(1));
    assertTrue(x.isNullAt(2));
  }

  @Test
  void column_withoutNames_hasPlacesFromZero() {
    assertEquals("1", column(release()).getStruct(0, 3).getString(0));
    assertEquals(0, column(release().withColumnWarnings(List.of())).numElements());
  }
}
