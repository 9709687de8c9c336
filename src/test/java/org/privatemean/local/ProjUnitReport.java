package org.privatemean.local;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One private report of ProjUnit or FastProjUnit: the seed of its projection and k coordinates on
 * the public grid, 16 bits each. Immutable.
 *
 * <p>Format: {@code 18 + 2 k} bytes, with a version, the kind of the report, a fingerprint of the
 * public parameters and the seed before the coordinates.
 */
public final class ProjUnitReport implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int fingerprint;
  private final long seed;
  private final short[] coordinates;

  ProjUnitReport(int fingerprint, long seed, short[] coordinates) {
    this.fingerprint = fingerprint;
    this.seed = seed;
    this.coordinates = coordinates;
  }

  /**
   * Reads a report.
   *
   * @throws MalformedReportException if the version or the kind differs, there are too few or too
   *     many bytes, or a coordinate is out of the range of every grid. {@link ProjUnitAggregator}
   *     checks the parameters.
   */
  public static ProjUnitReport fromBytes(byte[] bytes) {
    ByteBuffer buffer = UnitReportFormat.open(bytes, UnitReportFormat.PROJ_UNIT, Long.BYTES);
    int fingerprint = buffer.getInt();
    int count = buffer.getInt();
    long seed = buffer.getLong();
    return new ProjUnitReport(fingerprint, seed, UnitReportFormat.coordinates(buffer, count));
  }

  public byte[] toBytes() {
    byte[] bytes = new byte[UnitReportFormat.size(coordinates.length, Long.BYTES)];
    UnitReportFormat.header(bytes, UnitReportFormat.PROJ_UNIT, fingerprint, coordinates.length)
        .putLong(seed)
        .asShortBuffer()
        .put(coordinates);
    return bytes;
  }

  /** Returns the number of coordinates. */
  public int size() {
    return coordinates.length;
  }

  /** Returns coordinate j, in steps of the grid. */
  public int coordinate(int j) {
    return coordinates[j];
  }

  /** Returns the public seed of the projection. */
  public long seed() {
    return seed;
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
    return other instanceof ProjUnitReport that
        && fingerprint == that.fingerprint
        && seed == that.seed
        && Arrays.equals(coordinates, that.coordinates);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * fingerprint + Long.hashCode(seed)) + Arrays.hashCode(coordinates);
  }

  @Override
  public String toString() {
    return "ProjUnitReport(" + coordinates.length + " coordinates)";
  }
}
