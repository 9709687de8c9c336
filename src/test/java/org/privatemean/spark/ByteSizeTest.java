package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ByteSizeTest {
  private static final String SETTING = "spark.executor.memory";

  @ParameterizedTest
  @CsvSource({
    "100b, 100",
    "3k, 3072",
    "3KB, 3072",
    "4096m, 4294967296",
    "1mB, 1048576",
    "' 2g ', 2147483648",
    "2Gb, 2147483648",
    "1t, 1099511627776",
    "1TB, 1099511627776",
    "1p, 1125899906842624",
    "1pb, 1125899906842624",
    "0, 0",
    "-5, 0",
    "99999999999p, 9223372036854775807",
  })
  void bytes_withUnit_doNotDependOnTheUnitOfTheSetting(String value, long bytes) {
    assertEquals(bytes, PassMemory.parseSize(SETTING, value, 1));
    assertEquals(bytes, PassMemory.parseSize(SETTING, value, 1 << 20));
  }

  @Test
  void bytes_withoutUnit_areInThatOfTheSetting() {
    assertEquals(4096, PassMemory.parseSize(SETTING, "4096", 1));
    assertEquals(4L << 30, PassMemory.parseSize(SETTING, "4096", 1 << 20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "1.5g", "4 g", "4kib", "4bb", "0x10"})
  void bytes_invalidSize_isRefusedWithTheNameOfTheSetting(String value) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> PassMemory.parseSize(SETTING, value, 1))
            .getMessage();
    assertTrue(message.startsWith(SETTING) && message.endsWith("Provided value: " + value));
  }
}
