package org.privatemean.local.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.Report;
import org.privatemean.local.report.ReportKind;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.RandomizedResponse;

class FrequencyOracleTest {

  static List<FrequencyOracle> oracles() {
    RandomizedResponse coin = RandomizedResponse.of(1.5);
    return List.of(
        FrequencyOracle.unary(coin), FrequencyOracle.hashing(coin), FrequencyOracle.hadamard(coin));
  }

  private static Report report(FrequencyOracle oracle, int cell, int cells, BitSource bits) {
    ReportWriter out = new ReportWriter(ReportKind.HIERARCHY, 0);
    oracle.write(cell, cells, bits, out);
    return out.report();
  }

  private static double worstRatio(List<Map<Report, Double>> laws) {
    double worst = 0;
    for (Map<Report, Double> one : laws) {
      assertEquals(1, one.values().stream().mapToDouble(p -> p).sum(), 1e-12);
      for (Map<Report, Double> other : laws) {
        for (Map.Entry<Report, Double> entry : one.entrySet()) {
          worst = Math.max(worst, entry.getValue() / other.get(entry.getKey()));
        }
      }
    }
    return worst;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 4})
  void unary_allInputsAndOutputs_ratioIsTheGuarantee(double epsilon) {
    RandomizedResponse coin = RandomizedResponse.of(epsilon);
    int cells = 4;
    List<Map<Report, Double>> laws = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
    for (int cell = 0; cell < laws.size(); cell++) {
      for (int set = 0; set < 1 << cells; set++) {
        StringBuilder script = new StringBuilder();
        double probability = 1;
        for (int v = 0; v < cells; v++) {
          boolean one = (set >> v & 1) == 1;
          double q = coin.other();
          probability *= v == cell ? 0.5 : one ? q : 1 - q;
          script.append(v == cell ? (one ? "1" : "0") : Script.toss(coin, one));
        }
        Script bits = new Script(script.toString());
        Report made = report(FrequencyOracle.unary(coin), cell, cells, bits);
        assertTrue(bits.isEnd());
        laws.get(cell).merge(made, probability, Double::sum);
      }
    }
    assertEquals(1, worstRatio(laws) / Math.exp(coin.epsilon()), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 4})
  void hadamard_allInputsAndOutputs_ratioIsTheGuarantee(double epsilon) {
    RandomizedResponse coin = RandomizedResponse.of(epsilon);
    int cells = 5;
    List<Map<Report, Double>> laws =
        List.of(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
    for (int cell = 0; cell < laws.size(); cell++) {
      for (int j = 0; j < 8; j++) {
        for (boolean flip : new boolean[] {false, true}) {
          Script bits = new Script(Script.of(j, 3) + Script.toss(coin, flip));
          double q = coin.other();
          Report made = report(FrequencyOracle.hadamard(coin), cell, cells, bits);
          laws.get(cell).merge(made, (flip ? q : 1 - q) / 8, Double::sum);
        }
      }
    }
    assertEquals(1, worstRatio(laws) / Math.exp(coin.epsilon()), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 2})
  void hashing_allInputsAndOutputs_ratioIsTheGuarantee(double epsilon) {
    RandomizedResponse coin = RandomizedResponse.of(epsilon);
    FrequencyOracle oracle = FrequencyOracle.hashing(coin);
    int values = ((HashingOracle) oracle).values();
    int valueBits = ReportReader.bitsFor(values);
    String hash = Script.of(3, 31) + Script.of(1, 31);
    List<Map<Report, Double>> laws = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
    for (int cell = 0; cell < laws.size(); cell++) {
      Map<Report, Double> law = laws.get(cell);
      int hashed = (3 * cell + 1) % values;
      for (int y = 0; y < values; y++) {
        String proposal = hash + Script.of(y, valueBits);
        Script once = new Script(proposal + (y == hashed ? "" : Script.decay(coin, true)));
        law.put(report(oracle, cell, 8, once), y == hashed ? 1 : Math.exp(-coin.epsilon()));
        assertTrue(once.isEnd());
        if (y != hashed) {
          // Refused, and drawn again: the second proposal is sent.
          Script twice =
              new Script(proposal + Script.decay(coin, false) + Script.of(hashed, valueBits));
          report(oracle, cell, 8, twice);
          assertTrue(twice.isEnd());
        }
      }
      assertEquals(values, law.size());
      double total = law.values().stream().mapToDouble(p -> p).sum();
      law.replaceAll((made, weight) -> weight / total);
    }
    assertEquals(1, worstRatio(laws) / Math.exp(coin.epsilon()), 1e-12);
  }

  @ParameterizedTest
  @MethodSource("oracles")
  void estimates_manyReports_areUnbiasedWithTheVarianceStated(FrequencyOracle oracle)
      throws MalformedReportException {
    int cells = 6;
    int n = 400;
    int runs = 600;
    int rare = 5;
    BitSource bits = NoiseKey.fromSeed(5).substream(1, 0, (int) oracle.bits(cells));
    double[] sums = new double[cells];
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      CellCounts counts = oracle.newCounts(cells);
      CellCounts half = oracle.newCounts(cells);
      for (int i = 0; i < n; i++) {
        // Cells 0 to 3 have shares of 1/2, 1/4, 1/8 and 1/8; the last two have none.
        int cell = i % 8 < 4 ? 0 : i % 8 < 6 ? 1 : i % 8 - 4;
        Report report = report(oracle, cell, cells, bits);
        (i % 2 == 0 ? counts : half).read(new ReportReader(report, ReportKind.HIERARCHY, 0));
      }
      counts.merge(half);
      assertEquals(n, counts.reports());
      double[] estimates = counts.estimates();
      for (int v = 0; v < cells; v++) {
        sums[v] += estimates[v];
      }
      squares += estimates[rare] * estimates[rare];
    }
    double[] exact = {n / 2.0, n / 4.0, n / 8.0, n / 8.0, 0, 0};
    double variance = n * oracle.variance();
    for (int v = 0; v < cells; v++) {
      assertEquals(exact[v], sums[v] / runs, 4.9 * Math.sqrt((variance + n) / runs));
    }
    // Relative deviation of a variance over 600 runs: sqrt(2 / 600) = 5.8 %.
    assertEquals(1, squares / runs / variance, 4.9 * Math.sqrt(2.0 / runs));
    // Power: for a coin of another epsilon, 1 for 1.5, the variance is more than 1.5 times this.
    double other = new HadamardOracle(RandomizedResponse.of(1)).variance();
    assertTrue(other > 1.4 * new HadamardOracle(oracle.response()).variance());
  }

  @Test
  void variance_againstTheClosedForms() {
    double e = Math.exp(1);
    double best = 4 * e / ((e - 1) * (e - 1));
    RandomizedResponse coin = RandomizedResponse.of(1);
    assertEquals(best, FrequencyOracle.unary(coin).variance(), 1e-12);
    assertEquals(best + 1, FrequencyOracle.hadamard(coin).variance(), 1e-12);
    // g = 4 is not e + 1 exactly.
    assertEquals(best, FrequencyOracle.hashing(coin).variance(), 0.02 * best);
  }
}
