package org.privatemean.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;

final class ReleaseTest {
  /** By a curator, with noise of its own in each coordinate and a private n. */
  static Release central() {
    Noise noise = Noise.of(new double[] {0.5, 0.25}, Double.POSITIVE_INFINITY);
    return Release.of(
            RecentredSpec.NAME,
            TrustedParty.CURATOR,
            Guarantee.inApproxDp(
                new ApproxDp(1, 1e-6), new Zcdp(0.0625), PrivacyUnit.row(Neighbours.ADD_REMOVE)),
            Estimate.of(new double[] {1.5, -2}, 1000),
            noise.plus(0.125, 0.75).withClippingNorm(4))
        .withCharges(List.of(new Charge("row count", 0.0125), new Charge("clipped sum", 0.05)))
        .withWarnings(List.of(new Warning(Warning.Code.NOT_SETTLED, "says \"no\" to\ttabs")))
        .withSeeding(NoiseSeeding.YES);
  }

  /** From a curator, of persons who count up to 50 times. */
  static Release persons() {
    PrivacyUnit unit = PrivacyUnit.person(Neighbours.REPLACE, 50);
    return central().withGuarantee(Guarantee.inZcdp(new Zcdp(0.0625), unit));
  }

  /** From the reports of devices. */
  static Release local() {
    return Release.of(
            Method.SHIFTED_CLIPPED.label(),
            TrustedParty.NOBODY,
            Guarantee.ofReports(new PureDp(4), new Zcdp(3.75)),
            Estimate.of(new double[] {1, 2}, 500),
            Noise.of(2, 0.5, Double.POSITIVE_INFINITY).withClippingNorm(8))
        .withCharges(List.of(new Charge("one report", 3.75)))
        .withCommunication(CommunicationCost.local(20.5, 3, List.of(), "privUnit"));
  }

  static Release shuffled() {
    return Release.of(
            Method.SHIFTED_CLIPPED.label(),
            TrustedParty.SHUFFLER,
            Guarantee.ofMessages(new ApproxDp(2, 1e-6), 0.75, new Zcdp(0.25)),
            Estimate.of(new double[] {1, 2}, 500),
            Noise.of(2, 0.5, 7).withClippingNorm(8))
        .withCharges(List.of(new Charge("clipped sum", 0.25), new Charge("secrecy", 0, 1e-8)))
        .withCommunication(CommunicationCost.shuffled(12.5, 99, 0, List.of()))
        .withSeeding(NoiseSeeding.NO);
  }

  /** The zero vector of a too small n. */
  static Release zero() {
    return Release.of(
            Method.CLIPPED.label(),
            TrustedParty.CURATOR,
            Guarantee.inZcdp(new Zcdp(0.5), PrivacyUnit.row(Neighbours.REPLACE)),
            Estimate.of(new double[2], 3),
            Noise.forZeroVector(9))
        .withSeeding(NoiseSeeding.NO);
  }

  /** With all that a mechanism can find out beside the mean. */
  static Release full() {
    return central()
        .withRegion(
            new ConfidenceRegion(
                0.9,
                ConfidenceRegion.Covers.SAMPLE,
                2.5,
                new double[] {1.5, 0.75},
                OptionalLong.of(12)))
        .withScales(Scales.of("standard", Scales.From.PRIVATE, new double[] {2, 0.5}))
        .withDeviations(
            new Deviations(
                new double[] {2.25, 0.5}, new double[] {0.125, 0.25}, new boolean[] {false, true}))
        .withColumnNames(List.of("age", "score"));
  }

  /** With a column that is all but constant, and one whose tail is estimated. */
  static Release warned() {
    boolean[] noiseOnly = {true, false};
    return full()
        .withRegion(
            new ConfidenceRegion(
                0.9,
                ConfidenceRegion.Covers.SAMPLE,
                2.5,
                new double[] {1.5, 0.75},
                noiseOnly,
                OptionalLong.of(12)))
        .withColumnWarnings(
            List.of(
                new ColumnWarning(0, ColumnWarning.ColumnWarningCode.NEARLY_CONSTANT, 38),
                new ColumnWarning(0, ColumnWarning.ColumnWarningCode.NOISY),
                new ColumnWarning(1, ColumnWarning.ColumnWarningCode.LONG_TAIL)));
  }

  static Release covarying() {
    return full()
        .withCovariance(Covariance.of(new double[] {4, 1, 1, 9}, 0.125, new double[] {1, 2}));
  }

  static Stream<Release> releases() {
    return Stream.of(
        central(),
        central().withSampling(new Release.Sampled(Sampling.ALWAYS, 3, 50)),
        central().withSampling(Release.Sampled.none(Sampling.AUTO)),
        persons(),
        local(),
        shuffled(),
        zero(),
        full(),
        warned(),
        covarying());
  }

  @Test
  void of_anyRelease_hasErrorBarsOfTheNoise() {
    ConfidenceRegion bars = local().region();
    assertEquals(ConfidenceRegion.Covers.NOISE, bars.covers());
    assertEquals(0.95, bars.confidence());
    assertEquals(local().noise().radius(2, 0.95), bars.radius());
    assertArrayEquals(new double[] {0.98, 0.98}, bars.halfWidths(2), 0.001);
    assertEquals(OptionalLong.empty(), bars.clippedRowsAtMost());
    assertEquals(0, zero().region().radius());
  }

  /** Noise of the number of rows adds to that of each coordinate. */
  @Test
  void ofNoise_withACount_isWider() {
    double[] widths = central().region().halfWidths();
    assertArrayEquals(
        new double[] {1.95996 * Math.hypot(0.5, 0.125), 1.95996 * Math.hypot(0.25, 0.125)},
        widths,
        1e-3);
  }

  @Test
  void within_aConfidence_keepsBarsThatHaveItAndReplacesOthers() {
    assertEquals(full(), full().withConfidence(0.9));
    ConfidenceRegion other = full().withConfidence(0.99).region();
    assertEquals(ConfidenceRegion.Covers.NOISE, other.covers());
    assertEquals(full().noise().radius(2, 0.99), other.radius());
    assertTrue(other.halfWidths()[0] > central().region().halfWidths()[0]);
    assertThrows(IllegalArgumentException.class, () -> full().withConfidence(1));
  }

  @Test
  void sections_thatDoNotApply_areAbsent() {
    assertEquals(Optional.empty(), central().traffic());
    assertEquals(OptionalDouble.empty(), zero().clippingNorm());
    assertEquals(OptionalDouble.empty(), zero().guarantee().epsilon());
    assertEquals(OptionalDouble.empty(), local().guarantee().delta());
    assertEquals(OptionalDouble.empty(), central().guarantee().honestFraction());
    assertEquals(OptionalDouble.empty(), local().traffic().orElseThrow().messagesPerUser());
    assertEquals(Optional.empty(), local().seeded().flag());
    Estimate forecast = Estimate.forecast(2, 10);
    assertTrue(forecast.isForecast());
    assertTrue(forecast.mean().isEmpty());
    assertEquals(2, forecast.dimension());
  }

  @Test
  void sections_thatApply_arePresent() {
    assertEquals(OptionalDouble.of(4), central().clippingNorm());
    assertEquals(OptionalDouble.of(1e-6), central().guarantee().delta());
    assertEquals(OptionalDouble.of(0.75), shuffled().guarantee().honestFraction());
    CommunicationCost traffic = shuffled().traffic().orElseThrow();
    assertEquals(OptionalDouble.of(12.5), traffic.messagesPerUser());
    assertEquals(99, traffic.bytesPerUser());
    assertEquals(3, local().traffic().orElseThrow().dropped());
    assertEquals(Optional.of(true), central().seeded().flag());
    assertArrayEquals(new double[] {1.5, -2}, central().mean());
  }

  @Test
  void of_forecast_isNotSeededAndOfARunIsNotKnown() {
    Guarantee guarantee = zero().guarantee();
    Noise noise = Noise.of(2, 1, 1);
    Release forecast =
        Release.of(
            Method.CLIPPED.label(),
            TrustedParty.CURATOR,
            guarantee,
            Estimate.forecast(2, 10),
            noise);
    Estimate mean = Estimate.of(new double[2], 10);
    Release run = Release.of(Method.CLIPPED.label(), TrustedParty.CURATOR, guarantee, mean, noise);
    assertEquals(NoiseSeeding.NO, forecast.seeded());
    assertEquals(NoiseSeeding.UNSEEN, run.seeded());
  }

  @Test
  void arrays_changedByOthers_doNotChangeTheRelease() {
    double[] mean = {1, 2};
    double[] deviations = {3, 4};
    Estimate estimate = Estimate.of(mean, 10);
    Noise noise = Noise.of(deviations, 1);
    mean[0] = 9;
    deviations[0] = 9;
    estimate.mean().orElseThrow()[1] = 9;
    noise.deviations()[1] = 9;
    assertArrayEquals(new double[] {1, 2}, estimate.mean().orElseThrow());
    assertArrayEquals(new double[] {3, 4}, noise.deviations());
    Warning one = new Warning(Warning.Code.FEW_ROWS, "one");
    List<Warning> warnings = new ArrayList<>(List.of(one));
    Release release = zero().withWarnings(warnings);
    warnings.add(one);
    assertEquals(List.of(one), release.warnings());
  }

  @Test
  void equals_sameValuesInOtherArrays_isTrueAndAnyOtherValueFalse() {
    assertEquals(central(), central());
    assertEquals(central().hashCode(), central().hashCode());
    assertNotEquals(central(), central().withSeeding(NoiseSeeding.NO));
    assertNotEquals(central(), central().withCharges(List.of()));
    assertEquals(full(), full());
    assertEquals(full().hashCode(), full().hashCode());
    assertNotEquals(full(), full().withColumnNames(List.of()));
    assertNotEquals(full(), full().withScales(Scales.none("standard")));
    assertNotEquals(full(), full().withRegion(central().region()));
    assertEquals(warned(), warned());
    assertNotEquals(warned(), warned().withColumnWarnings(List.of()));
    assertNotEquals(
        full(),
        full().withDeviations(new Deviations(new double[2], new double[2], new boolean[2])));
    assertNotEquals(Noise.of(2, 1, 1), Noise.of(2, 1, 2));
    assertNotEquals(Noise.of(2, 1, 1), Noise.of(2, 1, 1).withClippingNorm(1));
    assertNotEquals(Estimate.of(new double[2], 1), Estimate.of(new double[] {0, 1}, 1));
    assertNotEquals(Estimate.of(new double[2], 1), Estimate.forecast(2, 1));
  }

  @Test
  void reportedL2Error_withAForecast_isTheForecastElseTheNoise() {
    Noise noise = Noise.of(4, 0.5, 1);
    assertEquals(1, noise.expectedL2Error());
    assertEquals(1, noise.reportedL2Error());
    assertEquals(OptionalDouble.empty(), noise.forecastL2Error());
    Noise foretold = noise.withForecast(3);
    assertEquals(1, foretold.expectedL2Error());
    assertEquals(OptionalDouble.of(3), foretold.forecastL2Error());
    assertEquals(3, foretold.reportedL2Error());
  }

  @ParameterizedTest
  @MethodSource("releases")
  void serialisation_javaObjects_roundTrips(Release release)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(release);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(release, in.readObject());
    }
  }

  @Test
  void labels_unknown_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> TrustedParty.fromLabel(""));
    assertThrows(IllegalArgumentException.class, () -> Neighbours.of("both"));
    assertFalse(
        Stream.of(TrustedParty.values()).anyMatch(t -> TrustedParty.fromLabel(t.label()) != t));
    assertFalse(Stream.of(Neighbours.values()).anyMatch(n -> Neighbours.of(n.label()) != n));
  }
}
