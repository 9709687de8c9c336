package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.mean.ColumnKind.ColumnLaw;
import org.privatemean.refusal.ParamException;

final class ColumnKindTest {
  @Test
  void of_kinds_areInOrderWithTheirNumbers() {
    List<ColumnKind> kinds =
        ColumnKind.parse("flag:0.01, lognormal:1*2,normal*20,normal,flag:1e-3*3");
    assertEquals(27, kinds.stream().mapToInt(ColumnKind::columns).sum());
    assertEquals(
        List.of("flag:0.01", "lognormal:1", "normal", "normal", "flag:1e-3"),
        kinds.stream().map(ColumnKind::name).toList());
    assertEquals(List.of(1, 2, 20, 1, 3), kinds.stream().map(ColumnKind::columns).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | an empty entry is not a kind of column",
        "normal,,normal | an empty entry",
        "uniform,normal | uniform is not a kind",
        "Normal,normal | Normal is not a kind",
        "normal:1,normal | normal:1 is not a kind",
        "flag,normal | flag is not a kind",
        "flag:x,normal | flag:x is not a kind",
        "flag:0.1*,normal | flag:0.1* is not a kind",
        "normal*0,normal | normal*0 is not a kind",
        "normal*-2 | normal*-2 is not a kind",
        "normal*99999999999 | normal*99999999999 is not a kind",
        "flag:0,normal | the share of a flag must be above 0 and below 1. Provided value: flag:0",
        "flag:1,normal | below 1. Provided value: flag:1",
        "flag:NaN,normal | Provided value: flag:NaN",
        "lognormal:0,normal | the sigma of lognormal must be above 0 and at most 3",
        "lognormal:3.1,normal | at most 3. Provided value: lognormal:3.1",
        "normal | has 1 columns, and must have 2 to 2^22",
        "normal*5000000 | has 5000000 columns"
      })
  void of_unknown_areRefused(String text, String part) {
    ParamException refused = assertThrows(ParamException.class, () -> ColumnKind.parse(text));
    assertEquals(ColumnKind.ARGUMENT, refused.param());
    assertTrue(refused.getMessage().startsWith("columnsLike"), refused.getMessage());
    assertTrue(refused.getMessage().contains(part), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "normal, 1, 1, 1",
    "lognormal:1, 2.1612, 0.9, 1",
    "lognormal:0.25, 0.2621, 1, 1",
    "flag:0.01, 0.0995, 0.01, 0.01",
    "flag:0.99, 0.0995, 1, 1"
  })
  void laws_deviationsAndShares(String kind, double deviation, double least, double most) {
    ColumnLaw law = ColumnKind.parse(kind + "*2").get(0).law();
    assertEquals(deviation, law.deviation(), 1e-4);
    double share = law.mean(x -> 1);
    assertTrue(share > least - 1e-9 && share < most + 1e-9, () -> "share " + share);
    double square = law.mean(x -> x * x);
    // Around the mean, but for a flag of few ones, which is around 0; on a grid of 1/16 octave.
    double centred = kind.equals("flag:0.01") ? 0.01 : deviation * deviation;
    assertEquals(1, square / centred, 0.01);
  }

  /** An octave ends at 17/16 of a power of two, so ones are in that from 17/32 on. */
  @Test
  void octaves_ofAFlag_haveTheOnes() {
    double[] octaves = ColumnKind.parse("flag:0.2*2").get(0).law().octaves();
    assertEquals(0.2, octaves[119]);
    assertEquals(0, octaves[120]);
  }
}
