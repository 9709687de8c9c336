package org.privatemean.bench.fit;

import java.util.Locale;

/** Where Spark has the rows from. */
enum Source {
  /** Persisted by {@code cache()} and filled before any clock runs. */
  CACHED,
  /** Files in Parquet, read anew each time. */
  PARQUET;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
