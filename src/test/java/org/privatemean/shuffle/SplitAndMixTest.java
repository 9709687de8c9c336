package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

class SplitAndMixTest {

  private static BitSource bits(int stream) {
    return NoiseKey.fromSeed(90).substream(1, 0, stream);
  }

  /** Reads the bits of a number, the most significant first. */
  private static BitSource scripted(long script, int length) {
    int[] left = {length};
    return k -> {
      left[0] -= k;
      return script >>> left[0] & ((1L << k) - 1);
    };
  }

  private static List<int[]> inputs(int n, int q, int sum) {
    List<int[]> inputs = new ArrayList<>();
    for (int code = 0; code < Math.pow(q, n); code++) {
      int[] values = new int[n];
      int total = 0;
      for (int i = 0, left = code; i < n; i++, left /= q) {
        values[i] = left % q;
        total += values[i];
      }
      if (total % q == sum) {
        inputs.add(values);
      }
    }
    return inputs;
  }

  private static List<ViewLaw> views(int n, int m, int q, int sum) {
    return inputs(n, q, sum).stream().map(values -> ViewLaw.ofUsers(values, m, q)).toList();
  }

  private static ViewLaw average(List<ViewLaw> views) {
    double[] weights = new double[views.size()];
    Arrays.fill(weights, 1.0 / views.size());
    return ViewLaw.mixture(views, weights);
  }

  /** The greatest distance between inputs of equal sums; the mean distance from their average. */
  @ParameterizedTest
  @CsvSource({
    "3, 3, 3, 0.2840, 0.0714, 0.1347",
    "4, 3, 2, 0.1562, 0.0389, 0.0732",
    "2, 2, 3, 0.4444, 0.1975, 0.2887"
  })
  void view_ofRandomInputs_isWithinTheBoundOfTheCollisionGraph(
      int n, int m, int q, double worst, double mean, double bound) {
    double greatest = 0;
    double total = 0;
    for (int sum = 0; sum < q; sum++) {
      List<ViewLaw> views = views(n, m, q, sum);
      ViewLaw average = average(views);
      for (ViewLaw view : views) {
        total += view.totalVariation(average) / Math.pow(q, n);
        for (ViewLaw other : views) {
          greatest = Math.max(greatest, view.totalVariation(other));
        }
      }
    }
    double exactBound = Math.sqrt(Collisions.excess(n, m, q)) / 2;
    assertEquals(worst, greatest, 6e-5);
    assertEquals(mean, total, 6e-5);
    assertEquals(bound, exactBound, 6e-5);
    assertTrue(total <= exactBound);
  }

  /**
   * With one message more, every input: the simulator sends a uniform message for each user and the
   * average view of what is left.
   */
  @ParameterizedTest
  @CsvSource({"2, 3, 3", "2, 4, 4", "3, 3, 2", "3, 3, 3", "3, 3, 4", "4, 3, 2", "2, 5, 4"})
  void view_ofAnyInput_isWithinTheDistanceOfTheSimulator(int n, int m, int q) {
    double distance = Math.sqrt(Collisions.excess(n, m, q)) / 2;
    double[] uniform = new double[(int) Math.pow(q, n)];
    Arrays.fill(uniform, 1.0 / uniform.length);
    for (int sum = 0; sum < q; sum++) {
      ViewLaw simulated = simulated(n, m, q, sum);
      for (int[] values : inputs(n, q, sum)) {
        ViewLaw view = ViewLaw.ofUsers(values, m + 1, q);
        assertTrue(view.totalVariation(simulated) <= distance);
      }
    }
  }

  private static ViewLaw simulated(int n, int m, int q, int sum) {
    List<ViewLaw> averages = new ArrayList<>();
    for (int rest = 0; rest < q; rest++) {
      averages.add(average(views(n, m, q, rest)));
    }
    List<ViewLaw> all = new ArrayList<>();
    for (int pads = 0; pads < q; pads++) {
      for (int[] pad : inputs(n, q, pads)) {
        all.add(ViewLaw.ofUsers(pad, 1, q).with(averages.get(Math.floorMod(sum - pads, q))));
      }
    }
    return average(all);
  }

  /** User 0's first message is lost: nothing of its value is left, and the others are hidden. */
  @Test
  void view_messageLost_hidesInputsOfEqualSumsOfTheOthers() {
    double bound = Math.sqrt(Collisions.excess(2, 3, 3));
    List<ViewLaw> views = new ArrayList<>();
    for (int first = 0; first < 3; first++) {
      for (int[] others : inputs(2, 3, 1)) {
        views.add(ViewLaw.ofUser(first, 4, 3, 0).with(ViewLaw.ofUsers(others, 4, 3)));
      }
    }
    for (ViewLaw view : views) {
      assertTrue(views.get(0).totalVariation(view) <= bound);
    }
    ViewLaw first = ViewLaw.ofUser(0, 4, 3, 0);
    assertEquals(0, first.totalVariation(ViewLaw.ofUser(1, 4, 3, 0)), 1e-12);
    assertTrue(ViewLaw.ofUser(0, 4, 3).totalVariation(ViewLaw.ofUser(1, 4, 3)) > 0.5);
  }

  /** User 0's first message comes twice: its sender is then known, as in the proof. */
  @Test
  void view_messageRepeated_hidesInputsOfEqualSums() {
    double bound = Math.sqrt(Collisions.excess(3, 3, 3));
    for (int sum = 0; sum < 3; sum++) {
      List<ViewLaw> views = new ArrayList<>();
      for (int[] values : inputs(3, 3, sum)) {
        int[] others = {values[1], values[2]};
        views.add(ViewLaw.ofUser(values[0], 4, 3, 2).with(ViewLaw.ofUsers(others, 4, 3)));
      }
      for (ViewLaw view : views) {
        assertTrue(views.get(0).totalVariation(view) <= bound);
      }
    }
  }

  /** All bits, through the code itself. */
  @ParameterizedTest
  @CsvSource({"1, 4", "2, 4", "3, 3"})
  void share_allBits_hasTheLawOfTheProof(int modulusBits, int messages) {
    SplitAndMix splitting = new SplitAndMix(modulusBits, messages);
    int length = modulusBits * (messages - 1);
    for (int value = -2; value <= 2; value++) {
      Map<Long, Double> law = new HashMap<>();
      for (long script = 0; script < 1L << length; script++) {
        long[] code = {0};
        splitting.share(
            value, 3, scripted(script, length), (label, body) -> code[0] += 1L << (6 * body));
        law.merge(code[0], 1.0 / (1L << length), Double::sum);
      }
      int q = 1 << modulusBits;
      assertEquals(0, ViewLaw.of(law).totalVariation(ViewLaw.ofUser(value, messages, q)), 1e-12);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 31, 61, 62})
  void share_anyModulus_keepsTheSumAndTheRange(int modulusBits) {
    SplitAndMix splitting = SplitAndMix.create(1000, modulusBits, 1e-9);
    long lowest = -(1L << (modulusBits - 1));
    for (long value : new long[] {lowest, lowest + 1, -1, 0, -lowest - 1}) {
      SumAnalyzer analyzer = analyzer(splitting, 7, 1);
      int[] sent = {0};
      splitting.share(
          value,
          7,
          bits(modulusBits),
          (label, body) -> {
            sent[0]++;
            analyzer.send(label, body);
          });
      assertEquals(splitting.messages(), sent[0]);
      assertEquals(0, analyzer.malformed());
      long expected = Math.max(lowest, value);
      assertArrayEquals(new long[] {expected}, analyzer.sums());
    }
  }

  @Test
  void sums_beyondHalfTheModulus_wrap() {
    SplitAndMix splitting = SplitAndMix.create(100, 8, 1e-3);
    for (int[] pair : new int[][] {{127, 127}, {128, -128}, {-129, 127}, {-128, -128}}) {
      SumAnalyzer analyzer = analyzer(splitting, 0, 1);
      splitting.share(pair[0] / 2, 0, bits(1), analyzer);
      splitting.share(pair[0] - pair[0] / 2, 0, bits(2), analyzer);
      assertEquals(pair[1], analyzer.sums()[0]);
    }
  }

  @Test
  void merge_twoHalves_isTheWhole() {
    SplitAndMix splitting = SplitAndMix.create(100, 20, 1e-9);
    SumAnalyzer left = analyzer(splitting, 5, 2);
    SumAnalyzer right = analyzer(splitting, 5, 2);
    splitting.share(1000, 5, bits(1), left);
    splitting.share(-7, 6, bits(2), left);
    splitting.share(-3000, 5, bits(3), right);
    splitting.share(8, 6, bits(4), right);
    right.send(7, 1);
    left.merge(right);
    assertArrayEquals(new long[] {-2000, 1}, left.sums());
    assertTrue(left.isWhole());
    assertEquals(2, left.users());
    assertEquals(1, left.malformed());
  }

  @Test
  void send_malformed_isCountedAndDropped() {
    SumAnalyzer analyzer = analyzer(SplitAndMix.create(100, 20, 1e-9), 5, 2);
    analyzer.send(4, 1);
    analyzer.send(7, 1);
    analyzer.send(-1, 1);
    analyzer.send(5, 1L << 20);
    analyzer.send(5, -1);
    assertEquals(5, analyzer.malformed());
    assertArrayEquals(new long[2], analyzer.sums());
    assertTrue(analyzer.isWhole());
    assertEquals(0, analyzer.users());
  }

  /**
   * One message of 20 bits lost or sent twice: the sum is off by that message, a uniform number.
   */
  @Test
  void isWhole_messageLostOrRepeated_isFalse() {
    SplitAndMix splitting = SplitAndMix.create(100, 20, 1e-9);
    List<Long> bodies = new ArrayList<>();
    splitting.share(42, 0, bits(1), (label, body) -> bodies.add(body));
    SumAnalyzer lost = analyzer(splitting, 0, 1);
    bodies.stream().skip(1).forEach(body -> lost.send(0, body));
    assertFalse(lost.isWhole());
    long shift = 42 - lost.sums()[0] - bodies.get(0);
    assertEquals(0, shift & SplitAndMix.mask(20));
    SumAnalyzer repeated = analyzer(splitting, 0, 1);
    bodies.forEach(body -> repeated.send(0, body));
    repeated.send(0, bodies.get(0));
    assertFalse(repeated.isWhole());
  }

  /** A user that breaks the protocol with as many messages as it should send is not found out. */
  @Test
  void isWhole_forgedNumber_isTrue() {
    SplitAndMix splitting = SplitAndMix.create(100, 20, 1e-9);
    SumAnalyzer analyzer = analyzer(splitting, 0, 1);
    splitting.share(1, 0, bits(1), analyzer);
    splitting.share(400_000, 0, bits(2), analyzer);
    assertTrue(analyzer.isWhole());
    assertEquals(400_001, analyzer.sums()[0]);
  }

  @Test
  void analyzer_noLabels_throws() {
    SplitAndMix splitting = SplitAndMix.create(100, 20, 1e-9);
    assertThrows(IllegalArgumentException.class, () -> analyzer(splitting, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> analyzer(splitting, 0, 0));
  }

  @Test
  void of_argumentOutOfRange_throws() {
    assertThrows(IllegalArgumentException.class, () -> SplitAndMix.create(19, 20, 1e-9));
    assertThrows(IllegalArgumentException.class, () -> SplitAndMix.create(20, 0, 1e-9));
    assertThrows(IllegalArgumentException.class, () -> SplitAndMix.create(20, 63, 1e-9));
    assertThrows(IllegalArgumentException.class, () -> SplitAndMix.create(20, 20, 0));
    assertThrows(IllegalArgumentException.class, () -> SplitAndMix.create(20, 20, 0.6));
    assertThrows(IllegalArgumentException.class, () -> SplitAndMix.distance(-1, 0.1));
    assertThrows(IllegalArgumentException.class, () -> SplitAndMix.distance(1, 0));
  }

  private static SumAnalyzer analyzer(SplitAndMix splitting, int firstLabel, int sums) {
    return new SumAnalyzer(firstLabel, sums, splitting.modulusBits(), splitting.messages());
  }
}
