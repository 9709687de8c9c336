package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.VectorColumn;

@Promise("persons without one of them: every other reduced row has the same bits")
final class PersonRowsTest {
  private static final int DIMENSION = 3;

  /** A row of the input: whose, in which group, and what. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Visit(Object person, byte[] key, double[] row) {}

  /**
   * What is reduced.
   *
   * @param vector in bits
   */
  private record Reduced(List<Long> vector, int weight, List<Byte> key) {}

  private static StructType schema(DataType person) {
    return new StructType()
        .add("user", person)
        .add("group", DataTypes.BinaryType)
        .add("features", DataTypes.createArrayType(DataTypes.DoubleType));
  }

  private static Dataset<Row> frame(List<Visit> visits, DataType person, int partitions) {
    List<Row> rows = new ArrayList<>();
    for (Visit visit : visits) {
      rows.add(RowFactory.create(visit.person, visit.key, visit.row));
    }
    return LocalSpark.session().createDataFrame(rows, schema(person)).repartition(partitions);
  }

  private static PersonRule rule(InvalidRows invalid, int mostGroups, int mostWeight) {
    return new PersonRule(
        DIMENSION, invalid, NormRange.WIDEST, mostGroups, mostWeight, new byte[] {1, 2, 3});
  }

  private static Dataset<Row> reduced(Dataset<Row> frame, boolean keyed, PersonRule rule) {
    return PersonRows.reduce(
        frame,
        VectorColumn.find(frame.schema(), "features"),
        "user",
        keyed ? Optional.of("group") : Optional.empty(),
        rule);
  }

  private static Map<Reduced, Integer> collect(Dataset<Row> frame, boolean keyed, PersonRule rule) {
    Map<Reduced, Integer> all = new HashMap<>();
    for (Row row : reduced(frame, keyed, rule).collectAsList()) {
      List<Long> bits = new ArrayList<>();
      for (double x : ((org.apache.spark.ml.linalg.Vector) row.get(0)).toArray()) {
        bits.add(Double.doubleToRawLongBits(x));
      }
      List<Byte> key = new ArrayList<>();
      if (keyed) {
        for (byte b : row.<byte[]>getAs(KeyColumns.KEY)) {
          key.add(b);
        }
      }
      all.merge(new Reduced(bits, row.getInt(1), key), 1, Integer::sum);
    }
    return all;
  }

  private static byte[] key(int group) {
    return new byte[] {(byte) group, 7};
  }

  private static double[] row(SplittableRandom random) {
    double[] row = new double[DIMENSION];
    Arrays.setAll(row, j -> Math.exp(4 * random.nextGaussian()));
    return row;
  }

  /** 500 persons; the first three have 1, 2 and 1,000 rows, the latter in nine groups. */
  private static List<Visit> visits() {
    SplittableRandom random = new SplittableRandom(1);
    List<Visit> visits = new ArrayList<>();
    for (long person = 0; person < 500; person++) {
      int count = person == 2 ? 1000 : person < 2 ? (int) person + 1 : random.nextInt(1, 12);
      for (int i = 0; i < count; i++) {
        int group = person == 2 ? i % 9 : random.nextInt(4);
        visits.add(new Visit(person, key(group), row(random)));
      }
    }
    return visits;
  }

  /** What a map on persons leaves of all others when one goes: all of it, to the bit. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"false, 1, 1", "false, 1, 5", "true, 3, 1", "true, 3, 5"})
  void reduce_onePersonRemoved_leavesTheBitsOfAllOthers(
      boolean keyed, int mostGroups, int mostWeight) {
    PersonRule rule = rule(InvalidRows.ERROR, mostGroups, mostWeight);
    List<Visit> all = visits();
    Map<Reduced, Integer> with = collect(frame(all, DataTypes.LongType, 1), keyed, rule);
    Random order = new Random(3);
    int[] partitions = {1, 7, 64};
    for (long removed = 0; removed < 3; removed++) {
      long person = removed;
      List<Visit> others = new ArrayList<>(all);
      others.removeIf(visit -> visit.person.equals(person));
      Collections.shuffle(others, order);
      Map<Reduced, Integer> without =
          collect(frame(others, DataTypes.LongType, partitions[(int) removed]), keyed, rule);
      Map<Reduced, Integer> gone = new HashMap<>(with);
      without.forEach(
          (row, count) -> gone.merge(row, -count, (a, b) -> a + b == 0 ? null : (Integer) (a + b)));
      int expected = keyed ? Math.min(mostGroups, person == 2 ? 9 : groups(all, person)) : 1;
      assertEquals(expected, gone.values().stream().mapToInt(count -> count).sum());
      assertTrue(gone.values().stream().allMatch(count -> count > 0));
      Set<List<Byte>> keys = new HashSet<>();
      gone.keySet().forEach(row -> assertTrue(keys.add(row.key())));
    }
  }

  private static int groups(List<Visit> visits, long person) {
    return (int)
        visits.stream()
            .filter(visit -> visit.person.equals(person))
            .map(visit -> visit.key[0])
            .distinct()
            .count();
  }

  /** As a source gives it when it reads files in another order: one person has half of all rows. */
  @Test
  void reduce_adaptiveExecutionThatSplitsSkew_keepsAPersonTogether() {
    List<Visit> visits = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(4);
    for (long i = 0; i < 4000; i++) {
      visits.add(new Visit(i % 2 == 0 ? 0L : i % 50, key(0), row(random)));
    }
    PersonRule rule = rule(InvalidRows.ERROR, 1, 1 << 20);
    Map<Reduced, Integer> plain = collect(frame(visits, DataTypes.LongType, 1), false, rule);
    assertEquals(26, plain.size());
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.sql.adaptive.enabled", "true");
    settings.put("spark.sql.adaptive.advisoryPartitionSizeInBytes", "1");
    settings.put("spark.sql.adaptive.coalescePartitions.minPartitionSize", "1b");
    settings.put("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "1");
    settings.put("spark.sql.adaptive.skewJoin.skewedPartitionFactor", "1");
    settings.put("spark.sql.adaptive.forceOptimizeSkewedJoin", "true");
    settings.put("spark.sql.adaptive.optimizeSkewsInRebalancePartitions.enabled", "true");
    settings.put("spark.sql.shuffle.partitions", "16");
    Map<Reduced, Integer> split =
        with(settings, () -> collect(frame(visits, DataTypes.LongType, 32), false, rule));
    assertEquals(plain, split);
  }

  private static <T> T with(Map<String, String> settings, Supplier<T> action) {
    Map<String, Optional<String>> before = new HashMap<>();
    settings.forEach(
        (name, value) -> {
          before.put(name, Optional.ofNullable(LocalSpark.session().conf().get(name, null)));
          LocalSpark.session().conf().set(name, value);
        });
    try {
      return action.get();
    } finally {
      before.forEach(
          (name, value) ->
              value.ifPresentOrElse(
                  old -> LocalSpark.session().conf().set(name, old),
                  () -> LocalSpark.session().conf().unset(name)));
    }
  }

  @Test
  void reduce_nullPersonsAndKeys_areLeftOut() {
    SplittableRandom random = new SplittableRandom(5);
    List<Visit> visits = new ArrayList<>(List.of(new Visit(1L, key(0), new double[] {1, 2, 3})));
    visits.add(new Visit(1L, null, row(random)));
    visits.add(new Visit(null, key(0), row(random)));
    visits.add(new Visit(null, key(0), row(random)));
    List<Row> rows =
        reduced(frame(visits, DataTypes.LongType, 2), true, rule(InvalidRows.ERROR, 2, 9))
            .collectAsList();
    assertEquals(1, rows.size());
    assertEquals("[1.0,2.0,3.0]", rows.get(0).get(0).toString());
    assertEquals(1, rows.get(0).getInt(1));
    assertEquals(
        1,
        reduced(frame(visits, DataTypes.LongType, 2), false, rule(InvalidRows.ERROR, 1, 9))
            .count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"SKIP", "ZERO"})
  void reduce_invalidRows_followTheRuleBeforeGroupsAreKept(InvalidRows rule) {
    double[] nan = {1, Double.NaN, 1};
    List<Visit> visits =
        List.of(
            new Visit("a", key(0), new double[] {2, 4, 6}),
            new Visit("a", key(0), nan),
            new Visit("b", key(0), nan),
            new Visit("b", key(1), new double[] {1, 1, 1}));
    Map<Reduced, Integer> found =
        collect(frame(visits, DataTypes.StringType, 2), false, rule(rule, 1, 9));
    Map<String, Integer> weights = new HashMap<>();
    found
        .keySet()
        .forEach(row -> weights.put("" + Double.longBitsToDouble(row.vector.get(1)), row.weight));
    assertEquals(
        rule == InvalidRows.SKIP ? Map.of("4.0", 1, "1.0", 1) : Map.of("2.0", 2, "0.5", 2),
        weights);
    // A group with no valid row takes no place.
    if (rule == InvalidRows.SKIP) {
      assertEquals(
          2, collect(frame(visits, DataTypes.StringType, 2), true, rule(rule, 1, 9)).size());
    }
  }

  @Tag("long")
  @Test
  void reduce_idsOfAllTypes_areThePersonsTheyName() {
    double[] row = {1, 2, 3};
    for (Object[] ids :
        List.of(
            new Object[] {DataTypes.ByteType, (byte) -1, (byte) 1},
            new Object[] {DataTypes.ShortType, (short) -1, (short) 1},
            new Object[] {DataTypes.IntegerType, Integer.MIN_VALUE, Integer.MAX_VALUE},
            new Object[] {DataTypes.LongType, Long.MIN_VALUE, Long.MAX_VALUE},
            new Object[] {DataTypes.StringType, "", "a"},
            new Object[] {DataTypes.StringType, "007", "7"},
            new Object[] {DataTypes.StringType, "\uffff", "\ud83d\ude00"})) {
      List<Visit> visits = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        visits.add(new Visit(ids[1 + i % 2], key(0), row));
      }
      List<Row> rows =
          reduced(frame(visits, (DataType) ids[0], 3), false, rule(InvalidRows.ERROR, 1, 9))
              .collectAsList();
      assertEquals(2, rows.size());
      rows.forEach(found -> assertEquals(3, found.getInt(1)));
    }
  }

  @Test
  void check_idsOfOtherTypes_areRefusedByName() {
    Dataset<Row> frame = frame(visits().subList(0, 3), DataTypes.LongType, 1);
    List<String> types = new ArrayList<>(List.of("double", "binary", "date", "boolean"));
    if (LocalSpark.hasCollations()) {
      types.add("string collate utf8_lcase");
    }
    for (String type : types) {
      Dataset<Row> typed =
          type.startsWith("string")
              ? frame.withColumn("user", functions.expr("cast(user as string) collate utf8_lcase"))
              : frame.withColumn("user", functions.lit(null).cast(type));
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> reduced(typed, false, rule(InvalidRows.ERROR, 1, 1)),
              type);
      assertTrue(refusal.getMessage().contains("personCol"), refusal.getMessage());
      assertTrue(refusal.getMessage().contains("cast it"), refusal.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> PersonRows.check(frame.schema(), "absent"));
  }

  @Test
  void reduce_vectorsOfAllForms_haveTheSameBits() {
    SplittableRandom random = new SplittableRandom(6);
    double[][] rows = new double[60][DIMENSION];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> (float) random.nextGaussian());
    }
    Map<Reduced, Integer> expected = null;
    for (LocalSpark.Form form : LocalSpark.Form.values()) {
      Dataset<Row> frame = LocalSpark.frame(rows, form, 3).withColumn("user", functions.lit(1));
      Map<Reduced, Integer> found = collect(frame, false, rule(InvalidRows.ERROR, 1, 100));
      expected = expected == null ? found : expected;
      assertEquals(expected, found);
    }
    assertEquals(1, expected.size());
  }
}
