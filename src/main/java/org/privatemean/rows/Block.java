package org.privatemean.rows;

/** Some encoded rows, held together: a few primitive arrays, never an object a row. */
public interface Block {
  /** Number of rows in the block. */
  int rows();

  /** The block in a compact binary form that {@link RowEncoder#read} reads back. */
  byte[] toBytes();
}
