package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Who takes part. */
final class Lineup {
  /** Ours, as released. */
  static final List<Contender> OURS =
      List.of(
          Released.recentred(),
          Released.recentredPlain(),
          Released.recentredInBounds(),
          Released.recentredScaled(),
          Released.shifted(),
          Released.clipped());

  /** What bounds the others from below and from above. */
  static final List<Contender> REFERENCES =
      List.of(new NonPrivateMean(), new Oracle(), new GaussianMechanism());

  private Lineup() {}

  /** MVMRec with the numbers of steps that the source paper tried. */
  static List<Contender> mvmRec() {
    return IntStream.of(1, 2, 3, 4, 10).<Contender>mapToObj(MvmRec::of).toList();
  }

  /** All but the whitening ones. */
  static List<Contender> all() {
    return join(REFERENCES, OURS, mvmRec());
  }

  @SafeVarargs
  static List<Contender> join(List<? extends Contender>... parts) {
    List<Contender> joined = new ArrayList<>();
    for (List<? extends Contender> part : parts) {
      joined.addAll(part);
    }
    return joined;
  }
}
