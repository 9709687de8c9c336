package org.privatemean.spark.column;

/** A bean of an ml Vector's fields and partition number, public for code that Spark generates. */
public final class VectorCell {
  private Byte type;
  private Integer size;
  private int[] indices;
  private double[] values;
  private int partition;

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
