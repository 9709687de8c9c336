package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.central.CentralTrust;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;

final class MechanismsTest {
  private static final Bounds BALL = new Bounds.Ball(10, OptionalDouble.empty());

  static Stream<MeanRequest> requests() {
    return Stream.of(
        MeanSpec.of(Method.CLIPPED, 0.5, BALL),
        MeanSpec.of(Method.SHIFTED_CLIPPED, 0.5, BALL),
        RecentredSpec.of(0.5));
  }

  private static CentralTrust trust() {
    return CentralTrust.of(new PrivacyLedger(new Zcdp(0.5)), NoiseKey.fromSeed(1));
  }

  private static Rows rows() {
    SplittableRandom random = new SplittableRandom(2);
    double[][] rows = new double[4000][3];
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = 1 + random.nextGaussian();
      }
    }
    return InMemoryRows.of(rows, 3, InvalidRows.ERROR);
  }

  private static Release ofMechanism(MeanRequest request) {
    return switch (request.name()) {
      case "recentred" -> RecentredMean.release((RecentredSpec) request, rows(), trust());
      default -> ClippedMean.release((MeanSpec) request, rows(), trust());
    };
  }

  @ParameterizedTest
  @MethodSource("requests")
  void release_anyRequest_isThatOfItsMechanism(MeanRequest request) {
    Release release = Mechanisms.release(request, rows(), trust());
    assertEquals(ofMechanism(request), release);
    assertEquals(request.name(), release.method());
    double total = release.charges().stream().mapToDouble(charge -> charge.rho()).sum();
    assertEquals(0.5, total, 1e-9);
  }

  @ParameterizedTest
  @MethodSource("requests")
  void forecast_anyRequest_isOfItsMechanismAndNear(MeanRequest request) {
    double spread = Math.sqrt(request.name().equals("clipped") ? 6 : 3);
    Release forecast = Mechanisms.forecast(request, 4000, 3, spread);
    assertEquals(request.name(), forecast.method());
    assertEquals(List.of(), forecast.charges());
    double released = Mechanisms.release(request, rows(), trust()).noise().expectedL2Error();
    double ratio = forecast.noise().expectedL2Error() / released;
    assertTrue(ratio > 0.5 && ratio < 2, "forecast over release: " + ratio);
  }

  private record Unknown(String name, double rho, PrivacyUnit unit) implements MeanRequest {}

  @Test
  void release_requestWithoutMechanism_isRefusedByName() {
    MeanRequest unknown = new Unknown("median", 0.5, PrivacyUnit.row(Neighbours.REPLACE));
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> Mechanisms.release(unknown, rows(), trust()))
            .getMessage();
    assertEquals("no mechanism serves a request median", message);
  }
}
