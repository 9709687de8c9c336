package org.privatemean.local;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One private report of PrivUnit or PrivUnitG: a point of the public grid, 16 bits per coordinate.
 * Immutable.
 *
 * <p>Format: {@code 10 + 2 d} bytes, with a version, the kind of the report and a fingerprint of
 * the public parameters before the coordinates.
 */
public final class PrivUnitReport implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int fingerprint;
  private final short[] coordinates;

  PrivUnitReport(int fingerprint, short[] coordinates) {
    this.fingerprint = fingerprint;
    this.coordinates = coordinates;
  }

  /**
   * Reads a report.
   *
   * @throws MalformedReportException if the version or the kind differs, there are too few or too
   *     many bytes, or a coordinate is out of the range of every grid. The parameters are not
   *     checked.
   */
  public static PrivUnitReport fromBytes(byte[] bytes) {
    ByteBuffer buffer = UnitReportFormat.open(bytes, UnitReportFormat.PRIV_UNIT, 0);
    int fingerprint = buffer.getInt();
    int count = buffer.getInt();
    return new PrivUnitReport(fingerprint, UnitReportFormat.coordinates(buffer, count));
  }

  public byte[] toBytes() {
    byte[] bytes = new byte[UnitReportFormat.size(coordinates.length, 0)];
    UnitReportFormat.header(bytes, UnitReportFormat.PRIV_UNIT, fingerprint, coordinates.length)
        .asShortBuffer()
        .put(coordinates);
    return bytes;
  }

  /** Returns the number of coordinates. */
  public int dimension() {
    return coordinates.length;
  }

  /** Returns coordinate j, in steps of the grid. */
  public int coordinate(int j) {
    return coordinates[j];
  }

  int fingerprint() {
    return fingerprint;
  }

  /** Returns the coordinates, not copied: read only. */
  short[] coordinates() {
    return coordinates;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PrivUnitReport that
        && fingerprint == that.fingerprint
        && Arrays.equals(coordinates, that.coordinates);
  }

  @Override
  public int hashCode() {
    return 31 * fingerprint + Arrays.hashCode(coordinates);
  }

  @Override
  public String toString() {
    return "PrivUnitReport(" + coordinates.length + " coordinates)";
  }
}
