package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.privatemean.noise.NoiseSource.ByteNoise;

final class ByteNoiseTest {
  private static final Variance VARIANCE = Variance.roundUp(BigInteger.valueOf(25), BigInteger.ONE);

  private static byte[] address(int k) {
    return ByteBuffer.allocate(4).putInt(k).array();
  }

  private static List<BigInteger> draws(ByteNoise noise) {
    return IntStream.range(0, 100)
        .mapToObj(k -> noise.discreteGaussian(VARIANCE, address(k)))
        .toList();
  }

  @Test
  void discreteGaussian_manyAddresses_fitsItsDistribution() {
    ByteNoise noise = ByteNoise.of(NoiseKey.fromSeed(1), 7);
    double all = IntStream.rangeClosed(-300, 300).mapToDouble(ByteNoiseTest::weight).sum();
    int[] next = {0};
    assertTrue(
        GoodnessOfFit.fits(
            k -> weight(k) / all,
            () -> noise.discreteGaussian(VARIANCE, address(next[0]++)),
            100_000));
    assertFalse(
        GoodnessOfFit.fits(
            k -> weight(k) / all,
            () -> noise.discreteGaussian(VARIANCE, address(next[0]++)).add(BigInteger.ONE),
            100_000),
        "power: a shift by one");
  }

  private static double weight(int k) {
    return Math.exp(-k * k / 50.0);
  }

  @Test
  void discreteGaussian_sameKeyStepAndAddress_isTheSame() throws Exception {
    ByteNoise noise = ByteNoise.of(NoiseKey.fromSeed(1), 7);
    assertEquals(draws(noise), draws(ByteNoise.of(NoiseKey.fromSeed(1), 7)));
    assertEquals(draws(noise), draws(inAnotherProcess(noise)));
    assertNotEquals(draws(noise), draws(ByteNoise.of(NoiseKey.fromSeed(1), 8)));
    assertNotEquals(draws(noise), draws(ByteNoise.of(NoiseKey.fromSeed(2), 7)));
  }

  @Test
  void discreteGaussian_fixedSeed_isTheSameInEveryVersion() {
    assertEquals(
        "[-7, 0, -2, -2, -6, -3, -4, 10, 1, 6, 2, 5]",
        draws(ByteNoise.of(NoiseKey.fromSeed(42), 65535)).subList(0, 12).toString());
  }

  @Test
  void toString_ofNoise_showsNothingOfTheSecret() {
    assertEquals("ByteNoise", ByteNoise.of(NoiseKey.fromSeed(1), 7).toString());
  }

  private static ByteNoise inAnotherProcess(ByteNoise noise) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream to = new ObjectOutputStream(bytes)) {
      to.writeObject(noise);
    }
    try (ObjectInputStream from =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (ByteNoise) from.readObject();
    }
  }
}
