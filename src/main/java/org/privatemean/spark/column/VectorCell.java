package org.privatemean.spark.column;

import org.privatemean.annotation.Internal;

/**
 * An ml Vector as the fields that it is stored as, and the number of its partition: a bean, so that
 * Spark's public encoders fill it with arrays of numbers, where a {@link org.apache.spark.sql.Row}
 * would hold an object for each.
 */
@Internal
public final class VectorCell {
  private Byte type;
  private Integer size;
  private int[] indices;
  private double[] values;
  private int partition;

  /** Filled by setters. */
  public VectorCell() {}

  public Byte getType() {
    return type;
  }

  public void setType(Byte type) {
    this.type = type;
  }

  public Integer getSize() {
    return size;
  }

  public void setSize(Integer size) {
    this.size = size;
  }

  public int[] getIndices() {
    return indices;
  }

  public void setIndices(int[] indices) {
    this.indices = indices;
  }

  public double[] getValues() {
    return values;
  }

  public void setValues(double[] values) {
    this.values = values;
  }

  public int getPartition() {
    return partition;
  }

  public void setPartition(int partition) {
    this.partition = partition;
  }
}
