package org.privatemean.local.range;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.privatemean.local.report.StateDigest;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.protocol.PrefixCounter;
import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.Universe;

/**
 * A quantile in several rounds of HaarHRR, each on new users and on few cells: those of a window
 * where the round before found the quantile, and one cell for everything below it and one for
 * everything above.
 *
 * <p>A round counts from the universe's low end anew, so errors do not add up over the rounds, and
 * its error is that of {@code cellBits} levels in place of all L. The window takes in the ranks
 * within 3 expected errors; where the quantile turns out to lie outside it, the next window is all
 * of that side.
 *
 * <p>The public state of the search, immutable: {@link #next} is a function of it and of a tally.
 *
 * <p><b>Privacy guarantee.</b> That of {@link HaarRandomizer}, epsilon-DP, for a user who reports
 * in one round; the window is post-processing of other users' reports.
 */
public final class RefinedSearch implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Expected errors on each side of the rank that the next window takes in. */
  private static final int MARGIN = 3;

  /** What shares are counted in: far finer than any error. */
  private static final double POPULATION = 0x1p40;

  private final RangeDomain domain;
  private final RandomizedResponse response;
  private final int cellBits;
  private final double share;
  private final int round;

  /** The first value of each coordinate's window, and the log of the values a cell. */
  private final long[] from;

  private final int[] shift;

  /** The middle of the cell that the quantile was last found in. */
  private final long[] quantiles;

  private RefinedSearch(RefinedSearch before, long[] from, int[] shift, long[] quantiles) {
    this.domain = before.domain;
    this.response = before.response;
    this.cellBits = before.cellBits;
    this.share = before.share;
    this.round = before.round + 1;
    this.from = from;
    this.shift = shift;
    this.quantiles = quantiles;
  }

  /**
   * The state before the first round, whose window is the universe.
   *
   * @param domain what is searched; a universe of at most 2^61 integers
   * @param response the coin of all rounds
   * @param cellBits number of levels of a round, in [2, 30]
   * @param share the rank as a share of the users, in [0, 1]
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public RefinedSearch(
      RangeDomain domain, RandomizedResponse response, int cellBits, double share) {
    if (cellBits < 2 || cellBits > 30 || !(share >= 0 && share <= 1) || domain.levels() > 61) {
      throw new IllegalArgumentException(
          String.format(
              "a refined search needs cellBits in [2, 30], a share in [0, 1] and at most 61 levels."
                  + " Provided: %d, %s, %d",
              cellBits, share, domain.levels()));
    }
    this.domain = domain;
    this.response = response;
    this.cellBits = cellBits;
    this.share = share;
    this.round = 1;
    Universe universe = domain.universe();
    this.from = new long[domain.width()];
    this.shift = new int[domain.width()];
    this.quantiles = new long[domain.width()];
    Arrays.fill(from, universe.low());
    Arrays.fill(shift, shiftFor(universe.high() - universe.low()));
    Arrays.fill(quantiles, universe.low() + (universe.high() - universe.low()) / 2);
  }

  /** The least cells, as a log, of which all but two reach over {@code last + 1} values. */
  private int shiftFor(long last) {
    long inner = (1L << cellBits) - 2;
    int bits = 0;
    while ((last >>> bits) >= inner) {
      bits++;
    }
    return bits;
  }

  /** The domain of this round's reports: cells of the windows. */
  public RangeDomain roundDomain() {
    return new RangeDomain(domain.width(), new Universe(0, (1L << cellBits) - 1));
  }

  /** The format of this round's reports: those of another window are told by their stamp. */
  public HaarFormat format() {
    ByteBuffer state = ByteBuffer.allocate(Integer.BYTES + from.length * (Long.BYTES + 1));
    state.putInt(round);
    for (int j = 0; j < from.length; j++) {
      state.putLong(from[j]).put((byte) shift[j]);
    }
    return new HaarFormat(roundDomain(), StateDigest.compute(state.array()));
  }

  /**
   * Makes the report of one value; a user makes one, in one round.
   *
   * @param value the private value; outside the universe it counts as the nearest end
   * @param coordinate the coordinate that was assigned
   * @param level the level that was assigned, in [0, cellBits)
   * @param secret the device's secret random bits
   */
  public HaarReport report(long value, int coordinate, int level, BitSource secret) {
    domain.checkCoordinate(coordinate);
    long cell = cell(coordinate, value);
    return new HaarRandomizer(roundDomain(), response).randomize(cell, coordinate, level, secret);
  }

  private long cell(int coordinate, long value) {
    long offset = domain.cell(value) - (from[coordinate] - domain.universe().low());
    long inner = (1L << cellBits) - 2;
    return offset < 0 ? 0 : 1 + Math.min(inner, offset >>> shift[coordinate]);
  }

  /**
   * The search after this round.
   *
   * @param tally the reports of this round's users, in its {@link #format}
   */
  public RefinedSearch next(HaarTally tally) {
    if (!tally.format().equals(format())) {
      throw new IllegalArgumentException("the tally is of another round: " + tally.format());
    }
    double users = Math.max(1.0, (double) tally.reports() / domain.width());
    double margin = MARGIN * HaarError.search(response.scale(), cellBits, users);
    PrefixEstimates estimates = tally.estimates(response, POPULATION);
    long[] low = search(estimates, share - margin);
    long[] found = search(estimates, share);
    long[] high = search(estimates, share + margin);
    long[] nextFrom = new long[from.length];
    int[] nextShift = new int[from.length];
    long[] middles = new long[from.length];
    for (int j = 0; j < from.length; j++) {
      long first = first(j, Math.min(low[j], found[j]), found[j]);
      long last = last(j, Math.max(high[j], found[j]), found[j]);
      nextFrom[j] = first;
      nextShift[j] = shiftFor(Math.max(0, last - first));
      long begin = start(j, found[j]);
      middles[j] = begin + (start(j, found[j] + 1) - 1 - begin) / 2;
    }
    return new RefinedSearch(this, nextFrom, nextShift, middles);
  }

  private long[] search(PrefixEstimates estimates, double rank) {
    Universe cells = roundDomain().universe();
    return QuantileSearch.search(
        new PrefixCounter(estimates), cells, domain.width(), rank * POPULATION);
  }

  /** Where the next window begins: a window's length further down if only its margin is below. */
  private long first(int j, long lowest, long found) {
    if (lowest > 0 || found == 0) {
      return start(j, lowest);
    }
    return from[j] - Math.min(start(j, outer()) - from[j], from[j] - domain.universe().low());
  }

  /** Where the next window ends, likewise. */
  private long last(int j, long highest, long found) {
    if (highest < outer() || found == outer()) {
      return start(j, highest + 1) - 1;
    }
    long end = start(j, outer()) - 1;
    return end + Math.min(end + 1 - from[j], domain.universe().high() - end);
  }

  /** The cell of what is above the window. */
  private long outer() {
    return (1L << cellBits) - 1;
  }

  /** The first value of a cell, within the universe; cell 0 begins at its low end. */
  private long start(int j, long cell) {
    Universe universe = domain.universe();
    if (cell == 0) {
      return universe.low();
    }
    long most = universe.high() - from[j] + 1;
    long offset = cell - 1 > most >>> shift[j] ? most : (cell - 1) << shift[j];
    return cell >> cellBits != 0 ? universe.high() + 1 : from[j] + Math.min(most, offset);
  }

  /** The number of this round, from 1. */
  public int round() {
    return round;
  }

  /** What was found so far, for each coordinate. */
  public long[] quantiles() {
    return quantiles.clone();
  }

  /** The values of a cell of this round's window: what the next answer is exact to. */
  public long precision(int coordinate) {
    return 1L << shift[coordinate];
  }
}
