package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.noise.BitSource;
import org.privatemean.query.ThresholdGrid;
import org.privatemean.shuffle.message.MessageSink;
import org.privatemean.shuffle.message.Randomizer;
import org.privatemean.shuffle.range.ThresholdRound;

/**
 * The user's side of the shuffle mean in one round: from the public state and the user's row to the
 * messages it sends.
 *
 * <p><b>Privacy guarantee.</b> Together with the shuffler and the other honest users, that of
 * {@link ShuffleMeanPlan}. The messages of a round must be made once, and sent once: secret bits
 * that are drawn anew for the same row and round cost the budget anew, and so does another state of
 * the same round, if the server shows two.
 */
public final class ShuffleMeanClient implements Randomizer<double[]> {
  private static final long serialVersionUID = 1L;

  private final ShuffleTask task;
  private final Lattice lattice;
  private final RandomRotation rotation;
  private final long[] centre;
  private final ThresholdGrid grid;
  private final long norm;

  /** The counts of this round, or null where it is the sum's. */
  private final ThresholdRound question;

  /** The sum of this round, or null where it is one of counts. */
  private final Randomizer<long[]> sum;

  private ShuffleMeanClient(ShuffleMeanState state) {
    ShuffleMeanPlan plan = state.plan();
    this.task = state.current();
    this.lattice = plan.geometry().lattice();
    this.rotation = state.rotation();
    this.centre = state.centre();
    this.grid = plan.grid();
    this.norm = state.norm();
    this.question = task == ShuffleTask.SUM ? null : state.question();
    this.sum = task == ShuffleTask.SUM ? plan.sum(norm).randomizer(plan.sumLabel()) : null;
  }

  /** A client for the coming round of a state. */
  public static ShuffleMeanClient of(ShuffleMeanState state) {
    return new ShuffleMeanClient(state);
  }

  /**
   * {@inheritDoc}
   *
   * @param row finite coordinates in data units; not changed
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   */
  @Override
  public void randomize(double[] row, BitSource secret, MessageSink messages) {
    long[] values = values(row);
    (task == ShuffleTask.SUM ? sum : question).randomize(values, secret, messages);
  }

  /**
   * What a user is asked about in this round: the rotated row, the cell of its distance to the
   * centre, or the vector that is summed.
   */
  long[] values(double[] row) {
    check(row);
    long[] rotated = rotated(row);
    return switch (task) {
      case MEDIANS -> rotated;
      case NORM -> new long[] {cell(centred(rotated))};
      case SUM -> clipped(centred(rotated));
    };
  }

  /** The vector that is summed: clipped, and a multiple of it where the norm is short. */
  private long[] clipped(long[] vector) {
    ExactClipping.clip(vector, norm);
    int shift = ShuffleMeanPlan.shift(norm);
    for (int j = 0; j < vector.length; j++) {
      vector[j] <<= shift;
    }
    return vector;
  }

  private void check(double[] row) {
    if (row.length != lattice.dimension()) {
      throw new IllegalArgumentException(
          String.format(
              "a row must have %d coordinates. Provided: %d", lattice.dimension(), row.length));
    }
    for (double x : row) {
      if (!Double.isFinite(x)) {
        throw new IllegalArgumentException("a row's coordinates must be finite. Provided: " + x);
      }
    }
  }

  private long[] rotated(double[] row) {
    double[] rounded = new double[row.length];
    lattice.quantise(row, rounded);
    return rotation.apply(Arrays.stream(rounded).mapToLong(x -> (long) x).toArray());
  }

  private long[] centred(long[] rotated) {
    for (int j = 0; j < centre.length; j++) {
      rotated[j] -= centre[j];
    }
    return rotated;
  }

  private long cell(long[] vector) {
    double square = 0;
    for (long x : vector) {
      square += (double) x * (double) x;
    }
    return grid.cell(square);
  }
}
