package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.Promise;

/**
 * The stated guarantee of noisy sums, (epsilon, (1 + e^epsilon) distance), against the exact laws
 * of all that the server sees: modulo 4, values 0 and 1, two to four users.
 */
@Promise(
    "what a server sees of shuffled sums is as private as stated, and too little noise is found")
class VectorSumPrivacyTest {
  private static final int Q = 4;

  /** The law modulo 4 of a Polya share of shape 1 / shares. */
  private static double[] polya(int shares, double rate) {
    double a = Math.exp(-rate);
    double[] side = new double[Q];
    double p = Math.pow(1 - a, 1.0 / shares);
    for (int k = 0; k < 4000; k++) {
      side[k % Q] += p;
      p *= a * (1.0 / shares + k) / (k + 1);
    }
    double[] law = new double[Q];
    for (int i = 0; i < Q; i++) {
      for (int j = 0; j < Q; j++) {
        law[Math.floorMod(i - j, Q)] += side[i] * side[j];
      }
    }
    return law;
  }

  /** Views by the bits of the input's code; the users beyond the honest ones send no noise. */
  private static List<ViewLaw> views(int users, int honest, int messages, double[] noise) {
    double[] none = {1, 0, 0, 0};
    List<List<ViewLaw>> one = new ArrayList<>();
    for (int value = 0; value < 2; value++) {
      one.add(
          List.of(
              ViewLaw.ofNoisyUser(value, noise, messages, Q),
              ViewLaw.ofNoisyUser(value, none, messages, Q)));
    }
    List<ViewLaw> views = new ArrayList<>();
    for (int code = 0; code < 1 << users; code++) {
      ViewLaw view = ViewLaw.nobody();
      for (int i = 0; i < users; i++) {
        view = view.with(one.get(code >> i & 1).get(i < honest ? 0 : 1));
      }
      views.add(view);
    }
    return views;
  }

  /** The least delta at this epsilon over all neighbours that differ in an honest user. */
  private static double delta(List<ViewLaw> views, int honest, double epsilon) {
    double worst = 0;
    for (int code = 0; code < views.size(); code++) {
      for (int i = 0; i < honest; i++) {
        ViewLaw neighbour = views.get(code ^ 1 << i);
        worst = Math.max(worst, views.get(code).hockeyStick(neighbour, Math.exp(epsilon)));
      }
    }
    return worst;
  }

  private static double stated(int honest, int messages, double epsilon) {
    double distance = Math.sqrt(Collisions.excess(honest, messages - 1, Q)) / 2;
    return (1 + Math.exp(epsilon)) * distance;
  }

  @ParameterizedTest
  @CsvSource({
    "2, 2, 5, 0.5",
    "2, 2, 6, 1",
    "3, 3, 4, 1",
    "3, 3, 5, 0.3",
    "4, 4, 4, 1",
    "4, 3, 4, 1",
    "4, 3, 5, 0.5",
    "3, 2, 5, 1"
  })
  void view_allNeighbours_isAsPrivateAsStated(int users, int honest, int messages, double epsilon) {
    List<ViewLaw> views = views(users, honest, messages, polya(honest, epsilon));
    double delta = delta(views, honest, epsilon);
    assertTrue(delta <= stated(honest, messages, epsilon), () -> "delta " + delta);
  }

  /** The same test sees noise of a share of the users too few, or of twice the rate. */
  @Test
  void view_tooLittleNoise_isLessPrivateThanStated() {
    double stated = stated(3, 6, 1);
    assertTrue(delta(views(3, 3, 6, polya(3, 1)), 3, 1) <= stated);
    assertTrue(delta(views(3, 3, 6, polya(3, 3)), 3, 1) > stated);
    assertTrue(delta(views(3, 1, 6, polya(3, 1)), 1, 1) > stated);
  }

  /** And messages that are too few: the bound is not on a quantity that is always small. */
  @Test
  void view_twoMessages_isLessPrivateThanStatedForMore() {
    assertTrue(delta(views(3, 3, 2, polya(3, 1)), 3, 1) > stated(3, 6, 1));
  }
}
