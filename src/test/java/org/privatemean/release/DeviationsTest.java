package org.privatemean.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DeviationsTest {
  private static Deviations deviations(double std, double noise, boolean bound) {
    return new Deviations(
        new double[] {1, std, 3},
        new double[] {0.1, noise, 0.3},
        new boolean[] {true, bound, false});
  }

  @Test
  void unresolved_marks_areCountedAndPlaced() {
    Deviations two = deviations(2, 0.2, true);
    assertEquals(2, two.unresolved());
    assertEquals(List.of(0, 1), two.unresolvedCoordinates());
    assertTrue(two.isUnresolved(0));
    assertFalse(two.isUnresolved(2));
    assertArrayEquals(new double[] {1, 1, 0}, two.unresolvedMarks());
    Deviations none = new Deviations(new double[] {1}, new double[] {0.1}, new boolean[1]);
    assertEquals(0, none.unresolved());
    assertEquals(List.of(), none.unresolvedCoordinates());
  }

  @Test
  void deviations_values_areCopies() {
    double[] values = {1, 2};
    double[] noise = {0.1, 0.2};
    boolean[] unresolved = {false, true};
    Deviations deviations = new Deviations(values, noise, unresolved);
    values[0] = 9;
    noise[0] = 9;
    unresolved[0] = true;
    deviations.values()[1] = 9;
    deviations.noise()[1] = 9;
    deviations.unresolvedMarks()[1] = 0;
    assertArrayEquals(new double[] {1, 2}, deviations.values());
    assertArrayEquals(new double[] {0.1, 0.2}, deviations.noise());
    assertEquals(List.of(1), deviations.unresolvedCoordinates());
  }

  @Test
  void equals_anyOtherValue_isAnother() {
    Deviations one = deviations(2, 0.2, true);
    assertEquals(one, deviations(2, 0.2, true));
    assertEquals(one.hashCode(), deviations(2, 0.2, true).hashCode());
    assertNotEquals(one, deviations(2.5, 0.2, true));
    assertNotEquals(one, deviations(2, 0.25, true));
    assertNotEquals(one, deviations(2, 0.2, false));
  }
}
