package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.geometry.NormRange;
import org.privatemean.noise.NoiseKey;
import org.privatemean.rows.InvalidRows;

@Promise("which groups of a person are kept depends on that person's keys alone")
final class PersonAggregatorTest {
  private static PersonRule rule(int mostGroups, int mostWeight, byte[] salt) {
    return new PersonRule(1, InvalidRows.ERROR, NormRange.WIDEST, mostGroups, mostWeight, salt);
  }

  private static byte[] salt(int number) {
    return ByteBuffer.allocate(32).putInt(number).array();
  }

  private static byte[] key(int number) {
    return ("group " + number).getBytes(StandardCharsets.UTF_8);
  }

  private static Set<String> kept(PersonAggregator person) {
    Set<String> kept = new TreeSet<>();
    for (int i = 0; i < person.kept(); i++) {
      kept.add(new String(person.key(i), StandardCharsets.UTF_8));
    }
    return kept;
  }

  private static Set<String> kept(PersonAggregator state, int person, List<Integer> keys) {
    state.start(key(person));
    keys.forEach(key -> state.add(key(key), new double[] {key}));
    return kept(state);
  }

  private static List<Integer> groups(int count) {
    List<Integer> all = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      all.add(k);
    }
    return all;
  }

  @Test
  void add_tenGroupsInAnyOrder_keepsTheSameThree() {
    PersonAggregator state = new PersonAggregator(rule(3, 1, salt(1)));
    List<Integer> keys = groups(10);
    Set<String> expected = kept(state, 7, keys);
    assertEquals(3, expected.size());
    Random random = new Random(1);
    boolean othersDiffer = false;
    for (int order = 0; order < 200; order++) {
      Collections.shuffle(keys, random);
      // Another person before is no matter.
      othersDiffer |= !kept(state, 1000 + order, keys).equals(expected);
      assertEquals(expected, kept(state, 7, keys));
    }
    assertTrue(othersDiffer, "all persons keep the same groups: ids are not hashed");
  }

  @Test
  void add_oneGroupMore_movesAtMostOneKept() {
    for (int trial = 0; trial < 500; trial++) {
      PersonAggregator state = new PersonAggregator(rule(3, 1, salt(trial)));
      Set<String> ten = kept(state, trial, groups(10));
      Set<String> eleven = kept(state, trial, groups(11));
      Set<String> gone = new TreeSet<>(ten);
      gone.removeAll(eleven);
      assertTrue(gone.size() <= 1);
    }
  }

  /** Each of ten is kept with probability 0.3: the margin is 4.4 deviations at 10^4 salts. */
  @Test
  void add_tenThousandSalts_keepEachGroupEquallyOften() {
    int[] counts = new int[10];
    int salts = 10_000;
    for (int number = 0; number < salts; number++) {
      Set<String> kept = kept(new PersonAggregator(rule(3, 1, salt(number))), 7, groups(10));
      for (int k = 0; k < counts.length; k++) {
        counts[k] += kept.contains("group " + k) ? 1 : 0;
      }
    }
    for (int count : counts) {
      assertEquals(0.3, count / (double) salts, 0.02);
    }
  }

  @Test
  void add_groupReplaced_startsANewSum() {
    PersonAggregator state = new PersonAggregator(rule(1, 100, salt(5)));
    List<Integer> keys = groups(20);
    state.start(key(1));
    for (int key : keys) {
      for (int row = 0; row <= key; row++) {
        state.add(key(key), new double[] {key + row});
      }
    }
    assertEquals(1, state.kept());
    int kept = Integer.parseInt(new String(state.key(0), StandardCharsets.UTF_8).substring(6));
    assertTrue(kept > 0, "the first group is never replaced under this salt: take another");
    assertEquals(kept + 1, state.weight(0));
    assertArrayEquals(new double[] {kept + kept / 2.0}, state.mean(0));
  }

  @Test
  void weight_rowsUpToMost_countThen() {
    PersonAggregator state = new PersonAggregator(rule(1, 3, salt(1)));
    for (int rows = 1; rows < 6; rows++) {
      state.start(key(rows));
      for (int i = 0; i < rows; i++) {
        state.add(new double[] {i});
      }
      assertEquals(Math.min(rows, 3), state.weight(0));
    }
  }

  @Test
  void mean_rowsInAnyOrder_hasTheSameBits() {
    SplittableRandom random = new SplittableRandom(1);
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      values.add(Math.exp(3 * random.nextGaussian()));
    }
    PersonAggregator state = new PersonAggregator(rule(1, 1, salt(1)));
    Set<Long> exact = new TreeSet<>();
    Set<Long> plain = new TreeSet<>();
    Random order = new Random(2);
    for (int trial = 0; trial < 100; trial++) {
      Collections.shuffle(values, order);
      state.start(key(1));
      double sum = 0;
      for (double value : values) {
        state.add(new double[] {value});
        sum += value;
      }
      exact.add(Double.doubleToLongBits(state.mean(0)[0]));
      plain.add(Double.doubleToLongBits(sum / values.size()));
    }
    assertEquals(1, exact.size());
    assertTrue(plain.size() > 5, "sums in doubles would do");
  }

  @Test
  void mean_hugeRows_areScaledSeparately() {
    PersonAggregator state = new PersonAggregator(rule(1, 1, salt(1)));
    state.start(key(1));
    state.add(new double[] {Double.MAX_VALUE});
    state.add(new double[] {Double.MAX_VALUE});
    state.add(new double[] {-Double.MAX_VALUE});
    assertArrayEquals(new double[] {0x1p498 / 3}, state.mean(0));
  }

  @Test
  void salt_ofAKey_isUniqueToIt() {
    byte[] salt = PersonRule.salt(NoiseKey.fromSeed(1));
    assertEquals(32, salt.length);
    assertArrayEquals(salt, PersonRule.salt(NoiseKey.fromSeed(1)));
    assertFalse(Arrays.equals(salt, PersonRule.salt(NoiseKey.fromSeed(2))));
    assertFalse(
        Arrays.equals(
            PersonRule.salt(NoiseKey.fromOperatingSystem()),
            PersonRule.salt(NoiseKey.fromOperatingSystem())));
  }
}
