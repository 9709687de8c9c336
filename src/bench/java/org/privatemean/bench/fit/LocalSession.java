package org.privatemean.bench.fit;

import org.apache.spark.sql.SparkSession;

/** Spark in this process on two cores, with its own settings. */
public final class LocalSession {
  private LocalSession() {}

  /** Starts it, or gives the one that runs. */
  public static SparkSession start() {
    return SparkSession.builder()
        .appName("private-mean-bench")
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .getOrCreate();
  }
}
