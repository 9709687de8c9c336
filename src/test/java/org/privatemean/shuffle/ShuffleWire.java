package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.privatemean.local.LocalWire;
import org.privatemean.shuffle.ShuffleMeanPlan.ShuffleTask;

/** What is not in a shuffle state's binary form but follows from it, for test vectors. */
public final class ShuffleWire {
  private static final double RATIO = 1.04;

  private ShuffleWire() {}

  /** The numbers of the plan that a client needs in the coming round. */
  public static Map<String, Object> derived(ShuffleMeanState state) {
    ShuffleMeanPlan plan = state.plan();
    Map<String, Object> derived = new LinkedHashMap<>();
    derived.put("task", state.current().name());
    derived.put("latticeStep", plan.lattice().step());
    derived.put("leafBits", plan.grids().leafBits());
    derived.put("medianLevels", plan.split().medians().levels());
    derived.put("normLevels", plan.split().norm().levels());
    derived.putAll(LocalWire.norms(plan.grids().norms(), RATIO));
    BundleFormat format = state.bundleFormat();
    derived.put("labelBytes", format.message().labelBytes());
    derived.put("bodyBytes", format.message().bodyBytes());
    derived.put("slots", format.slots());
    if (state.current() == ShuffleTask.SUM) {
      VectorSum sum = plan.sum(state.norm());
      derived.put("gridStep", sum.rounding().gridStep());
      derived.put("squaredNormLimit", sum.rounding().squaredBound());
      derived.put("variance", sum.variance());
      derived.put("honestUsers", sum.batches().honest());
      derived.put("modulusBits", sum.splitting().modulusBits());
      derived.put("shares", sum.splitting().messages());
    }
    return derived;
  }

  /** The messages of an open bundle as a stream, in the order of the slots. */
  public static byte[] stream(ShuffleMeanState state, byte[] bundle) throws IOException {
    BundleFormat format = state.bundleFormat();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (MessageWriter writer = MessageWriter.open(out, state, format.message(), format.slots())) {
      for (int i = 0; i < format.slots(); i++) {
        int start = BundleFormat.HEADER_BYTES + i * format.slotBytes(false);
        assertEquals(1, bundle[start], "a message in every slot");
        format.message().send(bundle, start + BundleFormat.FLAG_BYTES, writer);
      }
    }
    return out.toByteArray();
  }
}
