package org.privatemean.app;

import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;

/** A source that the job does not know: parquet under another name. */
public final class OtherSource extends ParquetFileFormat {
  private static final long serialVersionUID = 1L;

  @Override
  public String shortName() {
    return "other";
  }
}
