package org.privatemean.bench.fit;

import java.util.Locale;

/** Where Spark has the rows from. */
enum Source {
  /** Persisted by {@code cache()} and filled before any clock runs. */
  CACHED,
  /** Files in Parquet, read anew each time. */
  PARQUET,
  /** Made anew by each reading, and held nowhere: as many as one likes. */
  GENERATED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
