package org.privatemean.mean;

import java.io.Serializable;
import java.util.stream.IntStream;
import org.privatemean.query.NormGrid;

/**
 * Norms of a pass, {@code e_k = guide 2^(k / 48)}, and the layout of its totals. Sums can be
 * clipped at the first {@link #clips} norms. The next 48 only count rows, so that for each of these
 * its double is a norm too.
 */
record CellGrid(int clips, NormGrid grid) implements Serializable {
  public static final int PER_OCTAVE = 48;

  /** Start of the counts, after as many octaves as doubles have. */
  static final int COUNTS = 1024;

  private static final int MAX_CLIPS = 2 * PER_OCTAVE;
  private static final int MIN_CLIPS = 24;

  /** Bytes of the vectors of one task, if that allows the minimal number of norms. */
  private static final int BYTES = 1 << 22;

  private static final int BYTES_PER_COORDINATE = 16;

  /** Squares of norms from here to three octaves beyond the other end are normal doubles. */
  private static final double LEAST = 0x1p-504;

  private static final double MOST = 0x1p504;

  private static CellGrid create(double guide, int clips) {
    // The guide follows from paid answers: it is moved into the range, not refused.
    double first = guide <= MOST ? Math.max(LEAST, guide) : MOST;
    return new CellGrid(clips, NormGrid.firstOfOctaves(first, clips + PER_OCTAVE, PER_OCTAVE));
  }

  /** Creates a grid above a norm; fewer norms for clipping if there are many coordinates. */
  public static CellGrid createAbove(double guide, int dimension) {
    long room = BYTES / ((long) BYTES_PER_COORDINATE * dimension);
    return create(guide, (int) Math.max(MIN_CLIPS, Math.min(MAX_CLIPS, room)));
  }

  /** Creates the grid of a single norm for clipping, replaced as in {@link #createAbove}. */
  public static CellGrid single(double norm) {
    return create(norm, 1);
  }

  public int size() {
    return clips + PER_OCTAVE;
  }

  public double norm(int k) {
    return grid.norm(k);
  }

  /** Returns the index of a norm for clipping, and refuses any other number. */
  public int indexOf(double norm) {
    return IntStream.range(0, clips)
        .filter(k -> grid.norm(k) == norm)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no norm of the grid: " + norm));
  }

  /** Returns the first norm that is at least the root of a square, or {@link #size}. */
  int cell(double square) {
    return (int) grid.cell(square);
  }

  double ratio(int k) {
    return grid.norm(k) / grid.norm(0);
  }

  /** Returns the octave of a norm, in units of the last norm. */
  static int octave(double ratio) {
    return Math.max(0, Math.min(COUNTS - 1, Math.getExponent(ratio)));
  }

  int norms() {
    return COUNTS + size() + 1;
  }

  /** Returns the start of the vectors of cell k, one of those for clipping. */
  int vectors(int k, int dimension) {
    return norms() + size() + k * dimension;
  }

  /** Returns the start of the directions of cell k + 1; the last are those of all longer rows. */
  int directions(int k, int dimension) {
    return vectors(clips, dimension) + k * dimension;
  }

  int totals(int dimension) {
    return Math.addExact(norms() + size(), Math.multiplyExact(2 * clips, dimension));
  }
}
