package org.privatemean.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class NeighboursTest {
  @Test
  void labels_areTheValuesOfParams() {
    assertEquals("replace", Neighbours.REPLACE.label());
    assertEquals("addRemove", Neighbours.ADD_REMOVE.label());
    for (Neighbours neighbours : Neighbours.values()) {
      assertSame(neighbours, Neighbours.of(neighbours.label()));
    }
  }

  @Test
  void of_anotherLabel_isRefusedByName() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Neighbours.of("REPLACE"));
    assertTrue(refusal.getMessage().endsWith("Provided value: REPLACE"), refusal::getMessage);
  }
}
