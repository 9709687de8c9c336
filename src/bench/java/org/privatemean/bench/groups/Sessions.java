package org.privatemean.bench.groups;

import org.apache.spark.sql.SparkSession;

/** Spark in this process on two cores, with its own settings. */
final class Sessions {
  private Sessions() {}

  static SparkSession start() {
    return SparkSession.builder()
        .appName("private-mean-bench")
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .getOrCreate();
  }
}
