package org.privatemean.shuffle;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.OptionalInt;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.BinaryCodec;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.RoundStateCodec;
import org.privatemean.query.QuantileSearch;
import org.privatemean.request.Bounds;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;
import org.privatemean.shuffle.SearchGrids.RoundSplit;

/** The binary form of a state; does not check that the stored noise gives the guarantee. */
final class ShuffleMeanStateCodec extends RoundStateCodec<ShuffleMeanPlan, ShuffleMeanState> {
  static final ShuffleMeanStateCodec FORM = new ShuffleMeanStateCodec();

  private static final String KIND = "shuffle mean";

  private ShuffleMeanStateCodec() {
    super(new BinaryCodec("a shuffle mean's public state", 2, 2), false);
  }

  @Override
  protected void writePlan(DataOutputStream out, ShuffleMeanPlan plan) throws IOException {
    out.writeUTF(KIND);
    ShuffleMeanSpec spec = plan.spec();
    out.writeDouble(spec.budget().epsilon());
    out.writeDouble(spec.budget().delta());
    BinaryCodec.writeBounds(out, spec.bounds());
    out.writeDouble(spec.honestFraction());
    out.writeUTF(spec.grid().name());
    out.writeDouble(spec.beta());
    out.writeBoolean(spec.ifHopeless() == InfeasiblePlanPolicy.REFUSE);
    out.writeInt(spec.rounds().orElse(0));
    out.writeInt(spec.batches());
    out.writeLong(plan.users());
    out.writeInt(plan.dimension());
    out.writeInt(plan.split().medians().rounds());
    out.writeInt(plan.split().norm().rounds());
    out.writeDouble(plan.noise().rho());
    out.writeDouble(plan.noise().medianDummies());
    out.writeDouble(plan.noise().normDummies());
    out.writeDouble(plan.noise().sumVariance());
  }

  @Override
  protected ShuffleMeanPlan readPlan(DataInputStream in, int version) throws IOException {
    if (!BinaryCodec.readText(in).equals(KIND)) {
      throw new IOException("another kind of state");
    }
    ApproxDp budget = new ApproxDp(in.readDouble(), in.readDouble());
    Bounds bounds = BinaryCodec.readBounds(in);
    ShuffleMeanSpec spec =
        new ShuffleMeanSpec(
            budget,
            bounds,
            in.readDouble(),
            MeanSpec.Grid.valueOf(BinaryCodec.readText(in)),
            in.readDouble(),
            in.readBoolean() ? InfeasiblePlanPolicy.REFUSE : InfeasiblePlanPolicy.WARN,
            readRounds(in),
            in.readInt());
    long users = in.readLong();
    int dimension = in.readInt();
    int medianRounds = in.readInt();
    int normRounds = in.readInt();
    ShuffleNoise noise =
        new ShuffleNoise(in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble());
    return ShuffleMeanPlan.unchecked(spec, users, dimension, medianRounds, normRounds, noise);
  }

  /** Reads the requested number of rounds; 0 means the plan's choice. */
  private static OptionalInt readRounds(DataInputStream in) throws IOException {
    int rounds = in.readInt();
    return rounds == 0 ? OptionalInt.empty() : OptionalInt.of(rounds);
  }

  @Override
  protected void writeFound(DataOutputStream out, ShuffleMeanState state) throws IOException {
    BinaryCodec.writeLongs(out, state.search().lefts());
    BinaryCodec.writeLongs(out, state.centre());
    out.writeLong(state.norm());
    BinaryCodec.writeLongs(out, state.sum());
    out.writeLong(state.participants());
  }

  @Override
  protected ShuffleMeanState readState(
      DataInputStream in, ShuffleMeanPlan plan, PublicRun run, int round) throws IOException {
    QuantileSearch search = readSearch(in, plan, round);
    int columns = plan.geometry().columns();
    long[] centre = BinaryCodec.readLongs(in, columns);
    long norm = in.readLong();
    boolean searched = round >= plan.roundCount() - 1;
    if (norm < 0 || norm > 1L << 61 || searched != (norm > 0)) {
      throw new IOException("clipping norm " + norm);
    }
    long[] sum = BinaryCodec.readLongs(in, round == plan.roundCount() ? columns : 0);
    long participants = in.readLong();
    if (participants < 0 || participants > plan.users()) {
      throw new IOException("participants " + participants);
    }
    return new ShuffleMeanState(
        plan, run, search, centre, norm, sum, participants, readReceived(in, round));
  }

  private static QuantileSearch readSearch(DataInputStream in, ShuffleMeanPlan plan, int round)
      throws IOException {
    RoundSplit split = plan.split();
    if (round < split.medians().rounds()) {
      long[] lefts = BinaryCodec.readLongs(in, plan.geometry().columns());
      return QuantileSearch.create(
          plan.grids().medians(), split.medians().levelsBefore(round), lefts);
    }
    int ofNorm = Math.min(round - split.medians().rounds(), split.norm().rounds());
    int level = split.norm().levelsBefore(ofNorm);
    return QuantileSearch.create(
        plan.grids().norms().universe(), level, BinaryCodec.readLongs(in, 1));
  }
}
