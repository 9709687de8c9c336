package org.privatemean.local;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.privatemean.protocol.BinaryCodec;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.RoundStateCodec;
import org.privatemean.request.Bounds;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;

/** The binary form of a state. The plan is made again from request, users and dimension. */
final class LocalMeanStateCodec extends RoundStateCodec<LocalMeanPlan, LocalMeanState> {
  static final LocalMeanStateCodec FORM = new LocalMeanStateCodec();

  private LocalMeanStateCodec() {
    super(new BinaryCodec("a local mean's public state", 1, 2), true);
  }

  @Override
  protected void writePlan(DataOutputStream out, LocalMeanPlan plan) throws IOException {
    LocalMeanSpec spec = plan.spec();
    out.writeUTF(spec.protocol().name());
    out.writeDouble(spec.budget());
    BinaryCodec.writeBounds(out, spec.bounds());
    out.writeUTF(spec.route().name());
    out.writeUTF(spec.grid().name());
    out.writeDouble(spec.beta());
    out.writeBoolean(spec.ifHopeless() == InfeasiblePlanPolicy.REFUSE);
    out.writeLong(plan.users());
    out.writeInt(plan.dimension());
    // The result of the choice, not the request for one: another build may choose otherwise.
    out.writeUTF(plan.randomizer().name());
  }

  @Override
  protected LocalMeanPlan readPlan(DataInputStream in, int version) throws IOException {
    LocalMeanSpec.Protocol protocol = LocalMeanSpec.Protocol.valueOf(BinaryCodec.readText(in));
    double budget = in.readDouble();
    Bounds bounds = BinaryCodec.readBounds(in);
    LocalMeanSpec spec =
        new LocalMeanSpec(
            protocol,
            budget,
            bounds,
            LocalMeanSpec.Route.valueOf(BinaryCodec.readText(in)),
            MeanSpec.Grid.valueOf(BinaryCodec.readText(in)),
            LocalMeanSpec.Randomizer.AUTO,
            in.readDouble(),
            in.readBoolean() ? InfeasiblePlanPolicy.REFUSE : InfeasiblePlanPolicy.WARN);
    long users = in.readLong();
    int dimension = in.readInt();
    // Version 1 had no choice: PrivUnit for pure reports.
    LocalMeanSpec.Randomizer before =
        protocol == LocalMeanSpec.Protocol.PURE
            ? LocalMeanSpec.Randomizer.PRIV_UNIT
            : LocalMeanSpec.Randomizer.AUTO;
    LocalMeanSpec.Randomizer randomizer =
        version == 1 ? before : LocalMeanSpec.Randomizer.valueOf(BinaryCodec.readText(in));
    return LocalMeanPlan.of(spec.withRandomizer(randomizer), users, dimension);
  }

  @Override
  protected void writeFound(DataOutputStream out, LocalMeanState state) throws IOException {
    BinaryCodec.writeLongs(out, state.centre());
    out.writeLong(state.norm());
    BinaryCodec.writeDoubles(out, state.meanSteps());
  }

  @Override
  protected LocalMeanState readState(
      DataInputStream in, LocalMeanPlan plan, PublicRun run, int round) throws IOException {
    long[] centre = BinaryCodec.readLongs(in, plan.columns());
    long norm = in.readLong();
    double[] mean = BinaryCodec.readDoubles(in, round == plan.roundCount() ? plan.columns() : 0);
    return new LocalMeanState(plan, run, centre, norm, mean, readReceived(in, round));
  }
}
