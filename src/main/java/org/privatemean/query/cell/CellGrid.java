package org.privatemean.query.cell;

import java.io.Serializable;
import org.privatemean.query.NormGrid;

/**
 * The norms of a pass: {@code e_k = guide 2^(k / 48)}. Sums can be clipped at the first {@link
 * #clips} of them; the 48 after these only count rows, so that of every norm C that sums are
 * clipped at, 2 C is one too.
 */
public final class CellGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Norms an octave. */
  public static final int PER_OCTAVE = 48;

  private static final int MAX_CLIPS = 2 * PER_OCTAVE;
  private static final int MIN_CLIPS = 24;

  /** Bytes of the vectors of one task, where that leaves the least number of norms. */
  private static final int BYTES = 1 << 22;

  private static final int BYTES_PER_COORDINATE = 16;

  private final int clips;
  private final NormGrid norms;

  /** Squares of norms from here to three octaves beyond the other end are normal doubles. */
  private static final double LEAST = 0x1p-504;

  private static final double MOST = 0x1p504;

  private CellGrid(double guide, int clips) {
    // It follows from paid answers in units that are public scales: it is moved, not refused.
    double first = guide <= MOST ? Math.max(LEAST, guide) : MOST;
    this.clips = clips;
    this.norms = NormGrid.firstOfOctaves(first, clips + PER_OCTAVE, PER_OCTAVE);
  }

  /**
   * A grid.
   *
   * @param guide the first norm: most rows are within it. One outside of 2^-504 to 2^504 is taken
   *     for the end next to it, one that is not a number for the upper end
   * @param dimension number of coordinates: of many, there are fewer norms to clip at
   */
  public static CellGrid createAbove(double guide, int dimension) {
    long room = BYTES / ((long) BYTES_PER_COORDINATE * dimension);
    return new CellGrid(guide, (int) Math.max(MIN_CLIPS, Math.min(MAX_CLIPS, room)));
  }

  /**
   * The grid of a single norm that sums are clipped at.
   *
   * @param norm one outside of 2^-504 to 2^504 is taken as {@link #createAbove} takes it
   */
  public static CellGrid single(double norm) {
    return new CellGrid(norm, 1);
  }

  /** Returns how many norms sums can be clipped at. */
  public int clips() {
    return clips;
  }

  /** Returns how many norms there are. */
  public int size() {
    return clips + PER_OCTAVE;
  }

  /** Norm k, from 0. */
  public double norm(int k) {
    return norms.norm(k);
  }

  /**
   * Returns where a norm of this grid is.
   *
   * @throws IllegalArgumentException if it is none of those that sums are clipped at
   */
  public int indexOf(double norm) {
    for (int k = 0; k < clips; k++) {
      if (norms.norm(k) == norm) {
        return k;
      }
    }
    throw new IllegalArgumentException("no norm of the grid: " + norm);
  }

  /** The first norm that is not below the root of a square; {@link #size} if there is none. */
  int cell(double square) {
    return (int) norms.cell(square);
  }

  /** Norm k in units of the first. */
  double ratio(int k) {
    return norms.norm(k) / norms.norm(0);
  }
}
