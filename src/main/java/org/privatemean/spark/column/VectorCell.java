package org.privatemean.spark.column;

/**
 * A bean with the stored fields of an ml Vector and its partition number. Spark's public encoders
 * fill it with primitive arrays, while a {@link org.apache.spark.sql.Row} holds one object per
 * number. Public for the code that Spark generates.
 */
public final class VectorCell {
  private Byte type;
  private Integer size;
  private int[] indices;
  private double[] values;
  private int partition;

  /** Creates a bean for the setters. */
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
