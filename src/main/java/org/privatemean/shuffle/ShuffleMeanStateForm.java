package org.privatemean.shuffle;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.loss.ShuffleNoise;
import org.privatemean.protocol.BinaryForm;
import org.privatemean.protocol.BoundsForm;
import org.privatemean.query.Bisection;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;
import org.privatemean.shuffle.message.MessageFormat;

/**
 * The binary form of a state, in a {@link BinaryForm}. It is its kind, the request with the number
 * of users and of coordinates, the noise that was found for it, and what the rounds so far have led
 * to. The plan is made again from request and noise, without searching for the noise.
 */
final class ShuffleMeanStateForm {
  private static final BinaryForm FORM = BinaryForm.of("a shuffle mean's public state", 1);
  private static final String KIND = "shuffle mean";

  private ShuffleMeanStateForm() {}

  /** The form of a state. */
  static byte[] write(ShuffleMeanState state) {
    return FORM.write(
        out -> {
          out.writeUTF(KIND);
          writePlan(out, state.plan());
          out.writeLong(state.publicSeed());
          out.writeInt(state.round());
          BinaryForm.writeLongs(out, state.search().lefts());
          BinaryForm.writeLongs(out, state.centre());
          out.writeLong(state.norm());
          BinaryForm.writeLongs(out, state.sum());
          for (ShuffleMeanState.RoundMessages messages : state.messages()) {
            out.writeLong(messages.accepted());
            out.writeLong(messages.dropped());
          }
        });
  }

  private static void writePlan(DataOutputStream out, ShuffleMeanPlan plan) throws IOException {
    ShuffleMeanSpec spec = plan.spec();
    out.writeDouble(spec.budget().epsilon());
    out.writeDouble(spec.budget().delta());
    BoundsForm.write(out, spec.bounds());
    out.writeDouble(spec.honestFraction());
    out.writeUTF(spec.grid().name());
    out.writeDouble(spec.beta());
    out.writeBoolean(spec.refuses());
    out.writeLong(plan.users());
    out.writeInt(plan.dimension());
    out.writeDouble(plan.noise().rho());
    out.writeDouble(plan.noise().medianDummies());
    out.writeDouble(plan.noise().normDummies());
    out.writeDouble(plan.noise().sumVariance());
  }

  /**
   * Reads a state. Whether its noise gives the guarantee is not checked.
   *
   * @throws IllegalArgumentException if it is none, or one of another version
   */
  static ShuffleMeanState read(byte[] bytes) {
    return FORM.read(bytes, ShuffleMeanStateForm::readState);
  }

  private static ShuffleMeanPlan readPlan(DataInputStream in) throws IOException {
    ApproxDp budget = new ApproxDp(in.readDouble(), in.readDouble());
    Bounds bounds = BoundsForm.read(in);
    ShuffleMeanSpec spec =
        new ShuffleMeanSpec(
            budget,
            bounds,
            in.readDouble(),
            MeanSpec.Grid.valueOf(in.readUTF()),
            in.readDouble(),
            in.readBoolean());
    long users = in.readLong();
    int dimension = in.readInt();
    ShuffleNoise noise =
        new ShuffleNoise(in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble());
    return ShuffleMeanPlan.unchecked(spec, users, dimension, noise);
  }

  private static ShuffleMeanState readState(DataInputStream in) throws IOException {
    if (!in.readUTF().equals(KIND)) {
      throw new IOException("another kind of state");
    }
    ShuffleMeanPlan plan = readPlan(in);
    long publicSeed = in.readLong();
    int round = in.readInt();
    if (round < 0 || round > plan.roundCount()) {
      throw new IOException("round " + round);
    }
    Bisection search = readSearch(in, plan, round);
    int columns = plan.geometry().columns();
    long[] centre = BinaryForm.readLongs(in, columns);
    long norm = in.readLong();
    boolean searched = round >= plan.roundCount() - 1;
    if (norm < 0 || norm > 1L << 61 || searched != (norm > 0)) {
      throw new IOException("clipping norm " + norm);
    }
    long[] sum = BinaryForm.readLongs(in, round == plan.roundCount() ? columns : 0);
    List<ShuffleMeanState.RoundMessages> taken = new ArrayList<>();
    for (int r = 0; r < round; r++) {
      MessageFormat format = plan.format(plan.task(r), norm);
      taken.add(new ShuffleMeanState.RoundMessages(in.readLong(), in.readLong(), format));
    }
    return ShuffleMeanState.of(plan, publicSeed, search, centre, norm, sum, taken);
  }

  private static Bisection readSearch(DataInputStream in, ShuffleMeanPlan plan, int round)
      throws IOException {
    int medianRounds = plan.counts(ShuffleTask.MEDIANS).levels();
    if (round < medianRounds) {
      long[] lefts = BinaryForm.readLongs(in, plan.geometry().columns());
      return Bisection.of(plan.geometry().medianUniverse(), round, lefts);
    }
    int level = Math.min(round - medianRounds, plan.counts(ShuffleTask.NORM).levels());
    return Bisection.of(plan.grid().universe(), level, BinaryForm.readLongs(in, 1));
  }
}
