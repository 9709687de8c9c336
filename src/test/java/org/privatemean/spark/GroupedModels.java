package org.privatemean.spark;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.release.report.KeyedRelease;

/** Models of releases that no fit made. */
public final class GroupedModels {
  private GroupedModels() {}

  /** The model of a release whose keys are texts. */
  public static PrivateMeanModel of(KeyedRelease release) {
    StructType keys = new StructType();
    for (String name : release.groupCols()) {
      keys = keys.add(name, DataTypes.StringType);
    }
    return new PrivateMean("grouped1")
        .setInputCol("features")
        .model(new PrivateMeanSummary(new GroupTable(release, keys)));
  }
}
