package org.privatemean.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApproxDpTest {

  @ParameterizedTest
  @ValueSource(doubles = {-1e-300, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void constructors_badParameter_isRefused(double bad) {
    assertThrows(IllegalArgumentException.class, () -> new Zcdp(bad));
    assertThrows(IllegalArgumentException.class, () -> new PureDp(bad));
    assertThrows(IllegalArgumentException.class, () -> new ApproxDp(bad, 1e-9));
    assertThrows(IllegalArgumentException.class, () -> new ApproxDp(1, bad));
  }

  @Test
  void constructors_badParameter_isNamedWithItsValue() {
    Exception e = assertThrows(IllegalArgumentException.class, () -> new Zcdp(-0.25));
    assertEquals("rho must be finite and at least 0, but was -0.25", e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new ApproxDp(1, 1.5));
  }

  @Test
  void compose_twoReleases_addsAndRoundsUp() {
    assertEquals(new Zcdp(0.75), new Zcdp(0.25).compose(new Zcdp(0.5)));
    assertEquals(new PureDp(3), new PureDp(1).compose(new PureDp(2)));
    assertEquals(new ApproxDp(3, 0.75), new ApproxDp(1, 0.25).compose(new ApproxDp(2, 0.5)));
    assertEquals(new ApproxDp(3, 1), new ApproxDp(1, 0.75).compose(new ApproxDp(2, 0.5)));
    assertTrue(new Zcdp(1).compose(new Zcdp(1e-30)).rho() > 1);
    assertTrue(new PureDp(1).compose(new PureDp(1e-30)).epsilon() > 1);
  }

  @Test
  void group_severalRows_scalesByTheDefinition() {
    assertEquals(new Zcdp(4.5), new Zcdp(0.5).group(3));
    assertEquals(new PureDp(1.5), new PureDp(0.5).group(3));
    ApproxDp three = new ApproxDp(0.5, 1e-9).group(3);
    assertEquals(1.5, three.epsilon());
    // The closed form equals the sum over the chain of three changes.
    double chain = 1e-9 * (1 + Math.exp(0.5) + Math.exp(1));
    assertEquals(chain, three.delta(), 1e-14 * chain);
    assertTrue(three.delta() >= chain * (1 - 1e-15));
  }

  @Test
  void group_oneRow_isTheSameGuarantee() {
    assertEquals(new Zcdp(0.3), new Zcdp(0.3).group(1));
    assertEquals(new PureDp(0.3), new PureDp(0.3).group(1));
    assertEquals(new ApproxDp(0.3, 1e-7), new ApproxDp(0.3, 1e-7).group(1));
  }

  @Test
  void group_extremes_stayValid() {
    assertEquals(0, new ApproxDp(1, 0).group(5).delta());
    assertEquals(5e-9, new ApproxDp(0, 1e-9).group(5).delta(), 1e-20);
    assertEquals(1, new ApproxDp(400, 1e-9).group(5).delta());
    assertEquals(1, new ApproxDp(1000, 1e-9).group(5).delta());
  }

  @Test
  void group_noRow_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Zcdp(1).group(0));
    assertThrows(IllegalArgumentException.class, () -> new PureDp(1).group(0));
    assertThrows(IllegalArgumentException.class, () -> new ApproxDp(1, 0.1).group(0));
  }
}
