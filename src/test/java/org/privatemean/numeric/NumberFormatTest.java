package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumberFormatTest {
  @ParameterizedTest
  @CsvSource({
    "39138.4, 51.6, 39138 +- 52",
    "-39138.4, 51.6, -39138 +- 52",
    "39138.4, 5160, 39100 +- 5200",
    "0.5990571784031551, 6.943980118835661E-4, 0.59906 +- 0.00069",
    "39.656425579268024, 0.03771905188811121, 39.656 +- 0.038",
    "1, 5, 1.0 +- 5.0",
    "1, 0.0996, 1.00 +- 0.10",
    "0.001, 52, 0 +- 52",
    "-0.001, 52, 0 +- 52",
    "-0.001, 5.2, 0.0 +- 5.2",
    "99.99, 0.25, 99.99 +- 0.25",
    "1000000, 0.5, 1000000.00 +- 0.50",
    "3.9138e12, 5.2e9, (3.9138 +- 0.0052)e12",
    "3.9138e-12, 5.2e-15, (3.9138 +- 0.0052)e-12",
    "0, 4.9E-324, (0.0 +- 4.9)e-324",
    "1.7976931348623157E308, 1.7976931348623157E308, (1.8 +- 1.8)e308",
    "7, 6.5e-12, 7.0000000000000 +- 0.0000000000065",
    "0.1, 0, 0.1 +- 0",
    "150, 0, 150 +- 0",
    "-0.0, 0, 0 +- 0",
    "0.123456789, Infinity, 0.123457 +- Infinity",
    "NaN, 1, NaN +- 1",
    "1e308, 2, 1e308 +- 2",
    "12345678.9, 1e-12, 12345678.9 +- 1e-12",
  })
  void withError_givesTwoDigitsOfTheError(double value, double halfWidth, String shown) {
    assertEquals(shown, NumberFormat.withError(value, halfWidth));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 6, 0",
    "5, 6, 5",
    "1234567, 6, 1234570",
    "0.25, 6, 0.25",
    "12, 1, 10",
    "1.5e12, 6, 1.5e12",
    "1.5e-7, 6, 1.5e-7",
    "Infinity, 6, Infinity"
  })
  void number_hasAtMostTheGivenDigits(double value, int digits, String shown) {
    assertEquals(shown, NumberFormat.number(value, digits));
  }

  @Test
  void withError_otherLocale_isTheSame() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertEquals("(3.9138 +- 0.0052)e12", NumberFormat.withError(3.9138e12, 5.2e9));
    } finally {
      Locale.setDefault(before);
    }
  }
}
