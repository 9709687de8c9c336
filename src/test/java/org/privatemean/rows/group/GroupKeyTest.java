package org.privatemean.rows.group;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GroupKeyTest {
  /** Values that come close to each other in some form: as texts, bytes or numbers. */
  private static final List<Object> NEAR =
      List.of(
          "",
          " ",
          "a",
          "b",
          "ab",
          "bc",
          "c",
          "1",
          "true",
          "\u00e1",
          "a\u0301",
          "\u0000",
          "\u0000\u0001",
          "\uffff",
          "\ud83d\ude00",
          (byte) 1,
          (short) 1,
          1,
          1L,
          0,
          -1,
          -1L,
          Long.MIN_VALUE,
          true,
          false,
          LocalDate.ofEpochDay(1),
          LocalDate.of(1582, 10, 10));

  @Test
  void bytes_keysOfOneToThreeColumns_areDifferentAndReadBack() {
    Set<GroupKey> keys = new HashSet<>();
    for (Object one : NEAR) {
      keys.add(GroupKey.of(one));
      for (Object two : NEAR) {
        keys.add(GroupKey.of(one, two));
        for (Object three : NEAR) {
          keys.add(GroupKey.of(one, two, three));
        }
      }
    }
    int all = NEAR.size() + NEAR.size() * NEAR.size() + (int) Math.pow(NEAR.size(), 3);
    assertEquals(all, keys.size(), "different keys");
    Set<String> bytes = new HashSet<>();
    for (GroupKey key : keys) {
      bytes.add(HexFormat.of().formatHex(key.bytes()));
      assertEquals(key, GroupKey.read(key.bytes()));
    }
    assertEquals(all, bytes.size(), "different bytes");
  }

  /** Noise is addressed by them: they are the same in every version. */
  @Test
  void bytes_ofEachType_areAsWritten() {
    GroupKey key =
        GroupKey.of("\u00e1", (byte) -1, (short) 2, 3, -4L, true, LocalDate.ofEpochDay(5));
    assertEquals(
        "7300000002c3a1"
            + "7900000001ff"
            + "68000000020002"
            + "690000000400000003"
            + "6c00000008fffffffffffffffc"
            + "620000000101"
            + "640000000400000005",
        HexFormat.of().formatHex(key.bytes()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "73",
        "73000000",
        "730000000261",
        "7300000001",
        "00000000020000",
        "ff00000000",
        "6900000003000000",
        "69000000050000000000",
        "6c000000040000000000",
        "73ffffffff",
        // A boolean of 2; half of a UTF-8 character.
        "620000000102",
        "7300000001c3"
      })
  void read_otherBytes_isRefused(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThrows(IllegalArgumentException.class, () -> GroupKey.read(bytes));
  }

  @Test
  void compareTo_strings_isTheOrderOfTheirUtf8Bytes() {
    Random random = new Random(1);
    int[] points = {'a', 'b', 0xe1, 0x7ff, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x1f600, 0x10ffff};
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = random.nextInt(4); k > 0; k--) {
        text.appendCodePoint(points[random.nextInt(points.length)]);
      }
      texts.add(text.toString());
    }
    for (String one : texts) {
      for (String two : texts) {
        int expected =
            Arrays.compareUnsigned(
                one.getBytes(StandardCharsets.UTF_8), two.getBytes(StandardCharsets.UTF_8));
        int order = GroupKey.of(one).compareTo(GroupKey.of(two));
        assertEquals(Integer.signum(expected), Integer.signum(order), one + " " + two);
      }
    }
  }

  @Test
  void compareTo_columnsOfOtherTypes_isColumnByColumnAndByValue() {
    List<GroupKey> sorted =
        Stream.of(
                GroupKey.of(-5L, true, LocalDate.of(2024, 1, 1)),
                GroupKey.of(-1L, false, LocalDate.of(1969, 12, 31)),
                GroupKey.of(-1L, false, LocalDate.of(2024, 1, 2)),
                GroupKey.of(-1L, true, LocalDate.of(1969, 12, 30)),
                GroupKey.of(200L, false, LocalDate.of(2024, 1, 1)))
            .toList();
    List<GroupKey> shuffled = new ArrayList<>(sorted);
    Collections.shuffle(shuffled, new Random(2));
    Collections.sort(shuffled);
    assertEquals(sorted, shuffled);
  }

  @Test
  void new_malformedKey_isRefusedWithoutShowingIt() {
    for (Object value :
        new Object[] {4711.5, new byte[] {1}, 'x', "PLANTED\ud800", "\udc00\ud800"}) {
      String text =
          assertThrows(IllegalArgumentException.class, () -> GroupKey.of(value)).getMessage();
      assertEquals(-1, text.indexOf("4711"), text);
      assertEquals(-1, text.indexOf("PLANTED"), text);
    }
    assertThrows(IllegalArgumentException.class, () -> new GroupKey(List.of()));
    assertArrayEquals(new byte[] {'b', 0, 0, 0, 1, 0}, GroupKey.of(false).bytes());
  }
}
