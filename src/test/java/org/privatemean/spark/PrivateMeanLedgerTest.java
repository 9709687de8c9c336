package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.MetricsSystem;
import org.apache.spark.metrics.source.Source;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.LedgerView.State;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.spark.ledger.LedgerSettings;
import scala.collection.Iterable;

/** Fits that a durable ledger pays for, by the stages. */
final class PrivateMeanLedgerTest {
  private static final AtomicInteger READS = new AtomicInteger();
  private static final int ROWS = 600;

  @TempDir Path folder;

  private static final StructType SCHEMA =
      new StructType()
          .add("features", DataTypes.createArrayType(DataTypes.DoubleType))
          .add("country", DataTypes.StringType)
          .add("user", DataTypes.LongType);

  private static Dataset<Row> rows() {
    return rows(ROWS, ROWS);
  }

  /** Rows, of which one holds a NaN if its place is one of theirs. */
  private static Dataset<Row> rows(int count, int invalid) {
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double x = i == invalid ? Double.NaN : Math.sin(i);
      list.add(
          RowFactory.create(
              new double[] {10 + x, Math.cos(i) - 3}, i % 3 == 0 ? "DE" : "FR", (long) (i % 300)));
    }
    return LocalSpark.session().createDataFrame(list, SCHEMA);
  }

  /** One of each way to fit. */
  enum Way {
    REPLACE,
    ADD_REMOVE,
    CLIPPED_GIVEN_NORM,
    SHIFTED_ADD_REMOVE,
    PERSONS,
    PERSONS_REPLACE,
    GROUPS,
    GROUPS_OF_PERSONS,
    PRIVATE_KEYS,
    PRIVATE_KEYS_OF_PERSONS,
    LOCAL,
    LOCAL_RHO,
    SHUFFLE;

    PrivateMean stage() {
      PrivateMean stage = new PrivateMean().setInputCol("features").setDimension(2);
      return switch (this) {
        case REPLACE -> stage.setRho(5);
        case ADD_REMOVE -> stage.setRho(5).setNeighbours("addRemove");
        case CLIPPED_GIVEN_NORM ->
            stage.setRho(5).setMethod("clipped").setClippingNorm(12).setBound(20);
        case SHIFTED_ADD_REMOVE ->
            stage.setRho(5).setMethod("shiftedClipped").setBound(20).setNeighbours("addRemove");
        case PERSONS -> stage.setRho(5).setPersonCol("user").setNeighbours("addRemove");
        case PERSONS_REPLACE -> stage.setRho(5).setPersonCol("user");
        case GROUPS ->
            stage.setRho(5).setGroupCols("country").setPublicKeys(new String[] {"DE", "FR"});
        case GROUPS_OF_PERSONS ->
            stage
                .setRho(5)
                .setGroupCols("country")
                .setPublicKeys(new String[] {"DE", "FR"})
                .setPersonCol("user");
        case PRIVATE_KEYS ->
            stage.setRho(5).setGroupCols("country").setKeySelection("private").setKeyDelta(1e-6);
        case PRIVATE_KEYS_OF_PERSONS ->
            stage
                .setRho(5)
                .setGroupCols("country")
                .setKeySelection("private")
                .setKeyDelta(1e-6)
                .setPersonCol("user");
        case LOCAL -> stage.setEpsilon(8).setTrustModel("local").setBound(20);
        case LOCAL_RHO -> stage.setRho(20).setTrustModel("local").setBound(20);
        case SHUFFLE -> stage.setEpsilon(4).setDelta(1e-6).setTrustModel("shuffle").setBound(20);
      };
    }

    double rho() {
      return switch (this) {
        case LOCAL -> Conversions.rhoUp(new PureDp(8)).rho();
        case LOCAL_RHO -> 20;
        case SHUFFLE -> Conversions.rhoUp(new PureDp(4)).rho();
        default -> 5;
      };
    }

    double delta() {
      return switch (this) {
        case PRIVATE_KEYS, PRIVATE_KEYS_OF_PERSONS, SHUFFLE -> 1e-6;
        default -> 0;
      };
    }

    Optional<String> personCol() {
      PrivateMean stage = stage();
      return stage.isSet(stage.personCol()) ? Optional.of(stage.getPersonCol()) : Optional.empty();
    }
  }

  private FileLedger ledger(double rho, Neighbours neighbours) {
    return FileLedger.of(folder.resolve("ledger"), rho, 0, neighbours);
  }

  private FileLedger ledger(Way way, double fits) {
    return FileLedger.of(
        folder.resolve("ledger"),
        fits * way.rho(),
        1e-5,
        Neighbours.of(way.stage().getNeighbours()),
        way.personCol(),
        "");
  }

  private static PrivateMean under(PrivateMean stage, FileLedger ledger, String name) {
    return stage.setLedger(ledger.uri()).setReleaseName(name);
  }

  @ParameterizedTest
  @EnumSource
  void fit_sameNameAndRequestAgain_givesTheStoredResultAtNoCost(Way way) {
    FileLedger ledger = ledger(way, 1);
    PrivateMeanSummary first = under(way.stage(), ledger, "visits").fit(rows()).summary();
    LedgerView view = ledger.view();
    LedgerView.ChargeLine charge = view.charges().get(0);
    assertEquals(way.rho(), charge.price().rhoCeiling());
    assertEquals(way.delta(), charge.price().deltaFloor(), 1e-20);
    assertEquals(State.STORED, charge.state());
    assertEquals(Optional.of(view.id()), first.ledger());
    assertEquals(Optional.of(charge.number() + ":" + charge.hash()), first.ledgerEntry());
    assertFalse(first.replayed());
    List<Integer> jobs = new ArrayList<>();
    PrivateMeanSummary again =
        listening(jobs, () -> under(way.stage(), ledger, "visits").fit(rows()).summary());
    assertEquals(List.of(), jobs);
    assertTrue(again.replayed());
    assertTrue(again.warningCodes().contains("replayed"));
    assertEquals(1, ledger.view().charges().size());
    assertEquals(first.ledgerEntry(), again.ledgerEntry());
    if (first.isGrouped()) {
      assertEquals(first.keyed().get().means().groups(), again.keyed().get().means().groups());
      assertEquals(first.keyed().get().keys(), again.keyed().get().keys());
    } else {
      assertArrayEquals(first.mean(), again.mean());
      assertEquals(
          first.release().withWarnings(List.of()),
          again.release().withWarnings(List.of()),
          "same bits");
    }
    assertTrue(again.toJson().contains("\"replayed\" : true"), again.toJson());
    assertTrue(again.toJson().contains("\"releaseName\" : \"visits\""));
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void fit_invalidRowUnderAnAllowedError_keepsTheReceiptForAFreeRerun(Way way) {
    FileLedger ledger =
        FileLedger.allowingError(
            folder.resolve("ledger"),
            way.rho(),
            1e-5,
            Neighbours.of(way.stage().getNeighbours()),
            way.personCol());
    Supplier<PrivateMean> stage =
        () -> under(way.stage().setHandleInvalid("error"), ledger, "visits");
    assertThrows(InvalidRowException.class, () -> stage.get().fit(rows(ROWS, 77)));
    assertEquals(List.of(State.TICKET), ledger.states());
    stage.get().fit(rows());
    assertEquals(List.of(State.STORED), ledger.states());
  }

  /** A failing fit would be an exact bit of the rows at any price, and free. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void fit_handleInvalidErrorUnderALedger_isRefusedUnread(Way way) {
    FileLedger ledger = ledger(way, 1);
    refusedUnread(
        () ->
            under(way.stage().setHandleInvalid("error"), ledger, "a").fit(counted(rows(ROWS, 77))));
    assertEquals(List.of(), ledger.states());
    PrivateMean unset = under(way.stage(), ledger, "b");
    unset.fit(rows(ROWS, 77));
    assertEquals("error", unset.getHandleInvalid());
    assertEquals(List.of(State.STORED), ledger.states());
  }

  /** Missing and repeated ids end a fit as an invalid row does. */
  @Test
  void fit_idColUnderALedger_isRefusedUnreadUnlessAllowed() {
    FileLedger ledger = ledger(Way.LOCAL, 1);
    refusedUnread(
        () -> under(Way.LOCAL.stage().setIdCol("user"), ledger, "a").fit(counted(rows())));
    FileLedger allowing =
        FileLedger.allowingError(
            folder.resolve("allowing"), 100, 0, Neighbours.REPLACE, Optional.empty());
    ParamException twice =
        assertThrows(
            ParamException.class,
            () -> under(Way.LOCAL.stage().setIdCol("user"), allowing, "a").fit(rows()));
    assertEquals("idCol", twice.param());
  }

  @Tag("long")
  @Test
  void fit_noRuleUnderALedger_takesZeroOrSkips() {
    Dataset<Row> halfInvalid =
        rows().withColumn("features", functions.expr("if(user % 2 = 0, features, null)"));
    for (Way way : List.of(Way.ADD_REMOVE, Way.REPLACE)) {
      PrivateMean stage = way.stage().setRho(200);
      Neighbours neighbours = Neighbours.of(stage.getNeighbours());
      FileLedger ledger = FileLedger.of(folder.resolve(neighbours.label()), 500, 0, neighbours);
      double n = under(stage, ledger, "a").fit(halfInvalid).summary().rows();
      assertEquals(way == Way.REPLACE ? ROWS : ROWS / 2.0, n, 30);
    }
  }

  /** The rows are behind a function that counts its calls: a refusal is made before any. */
  @ParameterizedTest
  @EnumSource
  void fit_tooLittleLeft_isRefusedBeforeAnyJobAndAnyRow(Way way) {
    FileLedger ledger = ledger(way, 0.99);
    refusedUnread(() -> under(way.stage(), ledger, "visits").fit(counted(rows())));
    assertEquals(List.of(), ledger.states());
  }

  private static void refusedUnread(Executable fit) {
    READS.set(0);
    List<Integer> jobs = new ArrayList<>();
    listening(jobs, () -> assertThrows(LedgerRefusedException.class, fit));
    assertEquals(List.of(), jobs);
    assertEquals(0, READS.get());
  }

  private static Dataset<Row> counted(Dataset<Row> rows) {
    UDF1<Long, Long> seen =
        value -> {
          READS.incrementAndGet();
          return value;
        };
    return rows.withColumn(
        "user",
        functions.udf(seen, DataTypes.LongType).asNondeterministic().apply(functions.col("user")));
  }

  private static void heard() {
    try {
      LocalSpark.session().sparkContext().listenerBus().waitUntilEmpty();
    } catch (TimeoutException late) {
      throw new IllegalStateException(late);
    }
  }

  private interface Action<T> {
    T get();
  }

  private static <T> T listening(List<Integer> jobs, Action<T> action) {
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart job) {
            jobs.add(job.jobId());
          }
        };
    var context = LocalSpark.session().sparkContext();
    heard();
    context.addSparkListener(listener);
    try {
      return action.get();
    } finally {
      heard();
      context.removeSparkListener(listener);
    }
  }

  @Test
  void fit_otherRequestOfTheName_isRefused() {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    under(Way.REPLACE.stage(), ledger, "visits").fit(rows());
    for (PrivateMean other :
        List.of(
            Way.REPLACE.stage().setRho(4),
            Way.REPLACE.stage().setBound(100),
            Way.REPLACE.stage().setHandleInvalid("zero"),
            Way.REPLACE.stage().setRareUnit(0),
            Way.REPLACE.stage().setScales(new double[] {1, 2}))) {
      refusedUnread(() -> under(other, ledger, "visits").fit(counted(rows())));
    }
    under(Way.REPLACE.stage().setOutputCol("elsewhere").setBeta(0.001), ledger, "visits")
        .fit(rows());
    assertEquals(1, ledger.view().charges().size());
  }

  @Test
  void fit_otherNeighboursOrUnitThanTheLedger_isRefused() {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    refusedUnread(() -> under(Way.ADD_REMOVE.stage(), ledger, "a").fit(counted(rows())));
    refusedUnread(
        () ->
            under(Way.PERSONS.stage().setNeighbours("replace"), ledger, "a").fit(counted(rows())));
    refusedUnread(() -> under(Way.SHUFFLE.stage(), ledger, "a").fit(counted(rows())));
    FileLedger persons =
        FileLedger.of(
            folder.resolve("persons"), 50, 0, Neighbours.ADD_REMOVE, Optional.of("user"), "");
    refusedUnread(() -> under(Way.ADD_REMOVE.stage(), persons, "a").fit(counted(rows())));
    refusedUnread(
        () ->
            under(Way.PERSONS.stage().setPersonCol("country"), persons, "a").fit(counted(rows())));
    assertEquals(List.of(), ledger.states());
    assertEquals(List.of(), persons.states());
  }

  /** One person column, one request: else another spelling would be paid again, or not at all. */
  @Test
  void fit_otherSpellingsOfAColumn_areOneRequest() {
    FileLedger ledger = ledger(Way.GROUPS_OF_PERSONS, 1);
    PrivateMean stage = under(Way.GROUPS_OF_PERSONS.stage(), ledger, "visits");
    PrivateMeanSummary first = stage.fit(rows()).summary();
    PrivateMeanSummary again =
        stage
            .copy(ParamMap.empty())
            .setInputCol("FEATURES")
            .setGroupCols("Country")
            .setPersonCol("`USER`")
            .fit(rows())
            .summary();
    assertTrue(again.replayed());
    assertEquals(first.numGroups(), again.numGroups());
    assertEquals(1, ledger.view().charges().size());
  }

  @Test
  void fit_tooFewRowsUnderReplace_costsNothing() {
    FileLedger ledger = ledger(1, Neighbours.REPLACE);
    PrivateMean stage = under(Way.REPLACE.stage().setRho(1e-6), ledger, "visits");
    assertThrows(TooFewRowsException.class, () -> stage.fit(rows(3, ROWS)));
    assertEquals(List.of(), ledger.states());
  }

  /** The noisy number of rows is all that it releases. */
  @Test
  void fit_tooFewRowsUnderAddRemove_isReplayedAtNoCost() {
    FileLedger ledger = ledger(1, Neighbours.ADD_REMOVE);
    PrivateMean stage = under(Way.ADD_REMOVE.stage().setRho(0.01), ledger, "visits");
    TooFewRowsException first =
        assertThrows(TooFewRowsException.class, () -> stage.fit(rows(3, ROWS)));
    assertTrue(first.getMessage().contains("entry 1"), first.getMessage());
    TooFewRowsException again =
        assertThrows(TooFewRowsException.class, () -> stage.fit(rows(3, ROWS)));
    assertEquals(first.getMessage(), again.getMessage());
    assertEquals(List.of(State.STORED), ledger.states());
  }

  @Test
  void fit_columnOfControlCharacters_isStoredAndReadBack() {
    FileLedger ledger = ledger(5, Neighbours.REPLACE);
    String odd = "a\u0085b\u007fc\u2028d\ud800";
    Dataset<Row> rows = rows().withColumnRenamed("features", odd);
    PrivateMean stage = under(Way.REPLACE.stage().setInputCol(odd), ledger, "visits");
    PrivateMeanSummary first = stage.fit(rows).summary();
    PrivateMeanSummary again = stage.fit(rows).summary();
    assertTrue(again.replayed());
    assertArrayEquals(first.mean(), again.mean());
    assertEquals(inputCol(first), inputCol(again));
  }

  private static String inputCol(PrivateMeanSummary summary) {
    String json = summary.toJson();
    int start = json.indexOf("\"inputCol\"");
    return json.substring(start, json.indexOf('\n', start));
  }

  private static final CountDownLatch BEGUN = new CountDownLatch(1);
  private static final CountDownLatch GO_ON = new CountDownLatch(1);

  /** It would take the first one's receipt, and be given its mean. */
  @Test
  void fit_otherRowsWhileTheNameIsInUse_isRefused() throws Exception {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    UDF1<Object, Double> wait =
        value -> {
          BEGUN.countDown();
          GO_ON.await();
          return 0.0;
        };
    Dataset<Row> slow =
        rows()
            .withColumn(
                "features",
                functions.transform(
                    functions.col("features"),
                    x ->
                        x.plus(
                            functions
                                .udf(wait, DataTypes.DoubleType)
                                .asNondeterministic()
                                .apply(functions.col("user")))));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<PrivateMeanModel> first =
          thread.submit(() -> under(Way.REPLACE.stage(), ledger, "visits").fit(slow));
      BEGUN.await();
      LedgerRefusedException refused =
          assertThrows(
              LedgerRefusedException.class,
              () -> under(Way.REPLACE.stage(), ledger, "visits").fit(rows()));
      assertTrue(refused.getMessage().contains("other rows"), refused.getMessage());
      GO_ON.countDown();
      assertFalse(first.get().summary().replayed());
    } finally {
      GO_ON.countDown();
      thread.shutdownNow();
    }
  }

  @Test
  void fit_scopeOfAValue_keepsOnlyItsRows() {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("parts"),
            1000,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "country=DE,FR");
    PrivateMean stage = Way.ADD_REMOVE.stage().setRho(900);
    long all = rows().filter("country = 'DE'").count();
    assertEquals(
        (double) all,
        (double)
            under(stage, ledger, "de").setLedgerScope("/country=DE").fit(rows()).summary().rows(),
        3);
    PrivateMean other = Way.ADD_REMOVE.stage().setRho(900);
    under(other, ledger, "fr").setLedgerScope("/country=FR").fit(rows());
    refusedUnread(
        () ->
            under(Way.ADD_REMOVE.stage(), ledger, "it")
                .setLedgerScope("/country=IT")
                .fit(counted(rows())));
    ParamException missing =
        assertThrows(
            ParamException.class,
            () ->
                under(Way.ADD_REMOVE.stage(), ledger, "x")
                    .setLedgerScope("/country=DE")
                    .fit(rows().drop("country")));
    assertEquals("ledgerScope", missing.param());
    assertEquals(900, ledger.view().spent().rhoCeiling());
  }

  /**
   * The text of a time follows from the session's time zone, and that of a number from its type: a
   * row would be in another part of another fit.
   */
  @Test
  void fit_scopeOfAColumnWithoutFixedText_isRefusedBeforeAnyRowAndCharge() {
    FileLedger ledger = ledgerOfValues("parts");
    var settings = LocalSpark.session().conf();
    String before = settings.get("spark.sql.session.timeZone");
    try {
      for (String zone : List.of("UTC", "Asia/Tokyo")) {
        settings.set("spark.sql.session.timeZone", zone);
        for (String part : List.of("2026-11-22 23:30:00", "2026-11-23 08:30:00")) {
          refusedScope(ledger, part, "timestamp '2026-11-22 23:30:00 UTC'");
          refusedScope(ledger, part, "timestamp_ntz '2026-11-22 23:30:00'");
        }
      }
    } finally {
      settings.set("spark.sql.session.timeZone", before);
    }
    refusedScope(ledger, "1.0", "1.0D");
    refusedScope(ledger, "1.0", "1.0BD");
    refusedScope(ledger, "1", "binary('1')");
    if (LocalSpark.hasCollations()) {
      refusedScope(ledger, "1", "'1' collate UTF8_LCASE");
    }
    refusedScope(ledger, "01", "1");
    refusedScope(ledger, "01", "1L");
    refusedScope(ledger, "yes", "true");
    refusedScope(ledger, "1", "date '2026-11-22'");
    refusedScope(ledger, "2026-1-2", "date '2026-01-02'");
    assertEquals(List.of(), ledger.states());
    for (List<String> kept :
        List.of(
            List.of("1", "1"),
            List.of("1", "1Y"),
            List.of("01", "'01'"),
            List.of("true", "true"),
            List.of("2026-11-22", "date '2026-11-22'"))) {
      Dataset<Row> rows = rows().withColumn("part", functions.expr(kept.get(1)));
      // Each computes the column in another way, which one ledger refuses.
      FileLedger another = ledgerOfValues(kept.get(1));
      PrivateMeanSummary summary =
          under(Way.ADD_REMOVE.stage(), another, "kept")
              .setLedgerScope("/part=" + kept.get(0))
              .fit(rows)
              .summary();
      assertEquals(ROWS, (double) summary.rows(), 30, kept.toString());
    }
  }

  private FileLedger ledgerOfValues(String name) {
    return FileLedger.of(
        folder.resolve(name),
        1000,
        0,
        Neighbours.ADD_REMOVE,
        Optional.empty(),
        "part=2026-11-22 23:30:00,2026-11-23 08:30:00,1.0,1,01,true,yes,2026-11-22,2026-1-2");
  }

  private static void refusedScope(FileLedger ledger, String part, String cell) {
    Dataset<Row> rows = counted(rows()).withColumn("part", functions.expr(cell));
    PrivateMean stage = under(Way.ADD_REMOVE.stage(), ledger, "a").setLedgerScope("/part=" + part);
    READS.set(0);
    List<Integer> jobs = new ArrayList<>();
    ParamException refusal =
        listening(jobs, () -> assertThrows(ParamException.class, () -> stage.fit(rows), cell));
    assertEquals("ledgerScope", refusal.param());
    assertTrue(refusal.getMessage().contains("column part"), refusal.getMessage());
    assertEquals(List.of(), jobs);
    assertEquals(0, READS.get());
  }

  @Test
  void fit_scopeOfAHash_keepsTheRowsOfItsBucket() {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("parts"),
            1000,
            0,
            Neighbours.ADD_REMOVE,
            Optional.of("user"),
            "hash(user):2");
    Parts.Hashed parts = new Parts.Hashed("user", 2);
    int[] expected = new int[2];
    for (long user = 0; user < 300; user++) {
      expected[parts.bucket(ledger.view().id(), String.valueOf(user))]++;
    }
    for (int part = 0; part < 2; part++) {
      PrivateMean stage = under(Way.PERSONS.stage().setRho(900), ledger, "part " + part);
      assertEquals(
          expected[part],
          (double) stage.setLedgerScope("/hash=" + part).fit(rows()).summary().rows(),
          3);
    }
    assertTrue(Math.abs(expected[0] - 150) < 60, "buckets are even");
  }

  /** Whether a char(n) is padded is a setting of the session, so its bucket would be too. */
  @Test
  void fit_partsOrPersonsOfAFixedLength_areRefusedForAnyPadding() {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("parts"),
            50,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "hash(region):2");
    FileLedger persons =
        FileLedger.of(
            folder.resolve("persons"), 50, 0, Neighbours.ADD_REMOVE, Optional.of("region"), "");
    var session = LocalSpark.session();
    session.sql("DROP TABLE IF EXISTS fixed_parts");
    session.sql("CREATE TABLE fixed_parts (region CHAR(5), v ARRAY<DOUBLE>) USING parquet");
    try {
      for (String padding : List.of("true", "false")) {
        session.conf().set("spark.sql.readSideCharPadding", padding);
        Dataset<Row> rows =
            session.table("fixed_parts").withColumnRenamed("v", "features").repartition(1);
        refusedParam(
            "ledgerScope",
            () -> under(Way.ADD_REMOVE.stage(), ledger, "a").setLedgerScope("/hash=0").fit(rows));
        refusedParam(
            "personCol",
            () -> under(Way.ADD_REMOVE.stage().setPersonCol("region"), persons, "a").fit(rows));
      }
    } finally {
      session.conf().unset("spark.sql.readSideCharPadding");
      session.sql("DROP TABLE fixed_parts");
    }
    assertEquals(List.of(), ledger.states());
    assertEquals(List.of(), persons.states());
  }

  @Test
  void fit_personsBehindAnRdd_warnsAndIsRefusedIfALedgerIsRequired() {
    FileLedger ledger = ledger(Way.PERSONS, 3);
    Dataset<Row> hidden = LocalSpark.session().createDataFrame(rows().javaRDD(), SCHEMA);
    hidden.createOrReplaceTempView("hidden_persons");
    Dataset<Row> viewed = LocalSpark.session().table("hidden_persons");
    String files = folder.resolve("persons.parquet").toString();
    rows().write().parquet(files);
    Dataset<Row> seen = LocalSpark.session().read().parquet(files);
    assertTrue(
        under(Way.PERSONS.stage(), ledger, "a")
            .fit(viewed)
            .summary()
            .warningCodes()
            .contains("readerNotSeen"));
    assertFalse(
        under(Way.PERSONS.stage(), ledger, "b")
            .fit(seen)
            .summary()
            .warningCodes()
            .contains("readerNotSeen"));
    var settings = LocalSpark.session().conf();
    settings.set(LedgerSettings.LEDGER, ledger.uri());
    settings.set(LedgerSettings.REQUIRED, "true");
    try {
      refusedUnread(() -> Way.PERSONS.stage().setReleaseName("c").fit(viewed));
      refusedUnread(() -> Way.PERSONS.stage().setReleaseName("c").fit(viewed.filter("true")));
    } finally {
      settings.unset(LedgerSettings.LEDGER);
      settings.unset(LedgerSettings.REQUIRED);
    }
    assertEquals(2, ledger.states().size());
  }

  @Test
  void fit_filteredRowsUnderReplace_warnsAndIsRefusedIfALedgerIsRequired() {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    Dataset<Row> adults = rows().filter("user > 30").distinct();
    List<String> codes =
        under(Way.REPLACE.stage(), ledger, "a").fit(adults).summary().warningCodes();
    assertTrue(codes.contains("countOfFilteredRows"), codes.toString());
    Dataset<Row> projected = rows().withColumn("user", functions.col("user").plus(1));
    List<String> none =
        under(Way.REPLACE.stage(), ledger, "b").fit(projected).summary().warningCodes();
    assertFalse(none.contains("countOfFilteredRows"), none.toString());
    var settings = LocalSpark.session().conf();
    settings.set(LedgerSettings.LEDGER, ledger.uri());
    settings.set(LedgerSettings.REQUIRED, "true");
    try {
      LedgerRefusedException refusal =
          assertThrows(
              LedgerRefusedException.class,
              () -> Way.REPLACE.stage().setReleaseName("c").fit(rows().limit(30)));
      assertTrue(refusal.getMessage().contains("GlobalLimit"), refusal.getMessage());
      assertThrows(
          ParamException.class, () -> Way.REPLACE.stage().setLedger("file:/elsewhere").fit(rows()));
      Way.REPLACE.stage().setReleaseName("d").fit(rows());
    } finally {
      settings.unset(LedgerSettings.LEDGER);
      settings.unset(LedgerSettings.REQUIRED);
    }
    assertEquals(3, ledger.view().charges().size());
  }

  /** With addRemove the count is paid for first. */
  @Test
  void fit_minNormBeyondTheBound_isRefusedWithoutCharge() {
    FileLedger ledger = ledger(50, Neighbours.ADD_REMOVE);
    PrivateMean stage = Way.ADD_REMOVE.stage().setBound(1).setMinNorm(4);
    refusedParam("minNorm", () -> under(stage, ledger, "a").fit(rows()));
    refusedParam("minNorm", () -> stage.transformSchema(rows().schema()));
    assertEquals(List.of(), ledger.states());
  }

  /** Both are too large for the lattice; with addRemove the count would be paid for first. */
  @ParameterizedTest
  @ValueSource(strings = {"clipped", "shiftedClipped"})
  void fit_boundInvalidForAnyNumberOfRows_isRefusedWithoutCharge(String method) {
    FileLedger ledger = ledger(50, Neighbours.ADD_REMOVE);
    PrivateMean stage = Way.ADD_REMOVE.stage().setMethod(method);
    refusedParam(
        "bound",
        () -> under(stage.copy(ParamMap.empty()).setBound(1e200), ledger, "a").fit(rows()));
    refusedParam(
        "resolution",
        () ->
            under(stage.copy(ParamMap.empty()).setBound(1).setResolution(1e-30), ledger, "b")
                .fit(rows()));
    stage.setBound(1).setResolution(1e-10).setThresholdGrid("squared");
    refusedParam("thresholdGrid", () -> under(stage, ledger, "c").fit(rows()));
    assertEquals(List.of(), ledger.states());
  }

  /** The norm that these bounds allow grows with n; groups have no bounds. */
  @Test
  void fit_minNormInvalidForAnyNumberOfRows_isRefusedWithoutCharge() {
    FileLedger ledger = ledger(50, Neighbours.ADD_REMOVE);
    PrivateMean stage =
        Way.ADD_REMOVE.stage().setRadius(1).setSigmaMin(0.01).setSigmaMax(0.01).setMinNorm(40);
    refusedParam("minNorm", () -> under(stage, ledger, "a").fit(rows()));
    PrivateMean groups = Way.GROUPS.stage().setNeighbours("addRemove").setMinNorm(0x1p498);
    refusedParam("minNorm", () -> under(groups, ledger, "b").fit(rows()));
    assertEquals(List.of(), ledger.states());
    // Too large for these rows, but not for more of them, which nobody knows before.
    under(stage.setMinNorm(1.3), ledger, "c").fit(rows());
    assertEquals(List.of(State.STORED), ledger.states());
  }

  /** Else an analyst could pay from a ledger of their own. */
  @Test
  void fit_requiredByTheDriver_isNotPaidByALedgerOfTheSession() {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    var settings = LocalSpark.session().conf();
    SparkConf driver = SparkEnv.get().conf();
    settings.set(LedgerSettings.LEDGER, ledger.uri());
    driver.set(LedgerSettings.REQUIRED, "true");
    try {
      refusedParam("ledger", () -> Way.REPLACE.stage().setReleaseName("a").fit(rows()));
      driver.set(LedgerSettings.LEDGER, ledger.uri());
      settings.set(LedgerSettings.LEDGER, "file:/elsewhere");
      Way.REPLACE.stage().setReleaseName("a").fit(rows());
    } finally {
      driver.remove(LedgerSettings.REQUIRED).remove(LedgerSettings.LEDGER);
      settings.unset(LedgerSettings.LEDGER);
    }
    assertEquals(List.of(State.STORED), ledger.states());
  }

  /** A word that is no truth value must not let fits do without a ledger. */
  @Test
  void fit_settingThatIsNeitherTrueNorFalse_isRefused() {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    var settings = LocalSpark.session().conf();
    try {
      for (String word : List.of("yes", "1", "on", "tru e", "", "no")) {
        settings.set(LedgerSettings.REQUIRED, word);
        ParamException refusal =
            assertThrows(ParamException.class, () -> Way.REPLACE.stage().fit(rows()), word);
        assertTrue(refusal.getMessage().contains(LedgerSettings.REQUIRED), refusal.getMessage());
      }
      for (String word : List.of("true ", " TRUE", "True")) {
        settings.set(LedgerSettings.REQUIRED, word);
        // Required, and none is named.
        refusedParam("ledger", () -> under(Way.REPLACE.stage(), ledger, "a").fit(rows()));
      }
      settings.set(LedgerSettings.REQUIRED, " False");
      under(Way.REPLACE.stage(), ledger, "b").fit(rows());
    } finally {
      settings.unset(LedgerSettings.REQUIRED);
    }
    assertEquals(List.of(State.STORED), ledger.states());
  }

  @Test
  void fit_secondDataSetOfAName_isRefusedUnlessOnlyLocalRowsDiffer() throws IOException {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    rows().write().parquet(one.toString());
    rows().write().parquet(two.toString());
    var read = LocalSpark.session().read();
    under(Way.REPLACE.stage(), ledger, "files").fit(read.parquet(one.toString()));
    under(Way.REPLACE.stage(), ledger, "files").fit(read.parquet(one.toString()));
    assertThrows(
        LedgerRefusedException.class,
        () -> under(Way.REPLACE.stage(), ledger, "files").fit(read.parquet(two.toString())));
    under(Way.REPLACE.stage(), ledger, "lists").fit(rows());
    assertTrue(
        under(Way.REPLACE.stage(), ledger, "lists").fit(rows(ROWS - 1, 5)).summary().replayed());
  }

  @Test
  void fit_seedOrParamsWithoutALedger_areRefusedByName() {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    StructType schema = rows().schema();
    refusedParam("seed", () -> under(Way.REPLACE.stage().setSeed(1), ledger, "a").fit(rows()));
    refusedParam(
        "seed", () -> under(Way.REPLACE.stage().setSeed(1), ledger, "a").transformSchema(schema));
    refusedParam("releaseName", () -> Way.REPLACE.stage().setReleaseName("a").fit(rows()));
    refusedParam("ledgerScope", () -> Way.REPLACE.stage().setLedgerScope("/a=b").fit(rows()));
    refusedParam("payAgain", () -> Way.REPLACE.stage().setPayAgain(true).fit(rows()));
    refusedParam(
        "releaseName", () -> Way.REPLACE.stage().setReleaseName("a\nb").transformSchema(schema));
    refusedParam(
        "ledgerAtLeast", () -> Way.REPLACE.stage().setLedgerAtLeast("17").transformSchema(schema));
    refusedParam(
        "ledger", () -> Way.REPLACE.stage().setLedger("/no/scheme").transformSchema(schema));
    // A schema is looked at without the ledger, which need not be there.
    under(Way.REPLACE.stage(), new FileLedger(folder.resolve("none")), "a").transformSchema(schema);
    assertThrows(
        LedgerUnavailableException.class,
        () -> under(Way.REPLACE.stage(), new FileLedger(folder.resolve("none")), "a").fit(rows()));
  }

  private static void refusedParam(String param, Executable action) {
    assertEquals(param, assertThrows(ParamException.class, action).param());
  }

  @Test
  void fit_ledgerThatLostAnEntry_isUnavailable() {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    String entry =
        under(Way.REPLACE.stage(), ledger, "a").fit(rows()).summary().ledgerEntry().get();
    under(Way.REPLACE.stage(), ledger, "b").setLedgerAtLeast(entry).fit(rows());
    String lost = "9:" + entry.substring(entry.indexOf(':') + 1);
    assertThrows(
        LedgerUnavailableException.class,
        () -> under(Way.REPLACE.stage(), ledger, "c").setLedgerAtLeast(lost).fit(rows()));
  }

  @Test
  void scaler_underALedger_paysAndReplays() {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    PrivateStandardScaler scaler =
        new PrivateStandardScaler()
            .setInputCol("features")
            .setDimension(2)
            .setRho(20)
            .setLedger(ledger.uri())
            .setReleaseName("scales");
    PrivateStandardScalerModel first = scaler.fit(rows());
    PrivateStandardScalerModel again = scaler.fit(rows());
    assertArrayEquals(first.std().toArray(), again.std().toArray());
    assertTrue(again.summary().replayed());
    // The mean alone is another request.
    assertThrows(
        LedgerRefusedException.class,
        () -> under(Way.REPLACE.stage().setRho(20), ledger, "scales").fit(rows()));
    assertEquals(1, ledger.view().charges().size());
  }

  @Test
  void fit_payAgainDead_leavesAResultAndNoBeats() throws IOException {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    for (boolean replayed : new boolean[] {false, true}) {
      PrivateMean stage = under(Way.REPLACE.stage(), ledger, "a").setPayAgain("dead");
      assertEquals(replayed, stage.fit(rows()).summary().replayed());
    }
    assertEquals(List.of(State.STORED), ledger.states());
    try (Stream<Path> beats = Files.list(ledger.folder().resolve("beats"))) {
      assertEquals(List.of(), beats.toList());
    }
  }

  @Test
  void payAgain_oldValues_meanAlwaysAndNever() {
    assertEquals("never", new PrivateMean().getPayAgain());
    assertEquals("always", new PrivateMean().setPayAgain(true).getPayAgain());
    assertEquals("never", new PrivateMean().setPayAgain(false).getPayAgain());
    assertEquals("always", new PrivateMean().setPayAgain("true").getPayAgain());
    assertEquals("dead", new PrivateMean().setPayAgain("dead").getPayAgain());
    assertThrows(IllegalArgumentException.class, () -> new PrivateMean().setPayAgain("maybe"));
  }

  @Test
  void metrics_ofALedger_countChargesReplaysAndRefusals() throws ReflectiveOperationException {
    FileLedger ledger = ledger(12, Neighbours.REPLACE);
    under(Way.REPLACE.stage(), ledger, "a").fit(rows());
    under(Way.REPLACE.stage(), ledger, "a").fit(rows());
    under(Way.REPLACE.stage(), ledger, "b").fit(rows());
    for (int i = 0; i < 3; i++) {
      PrivateMean third = under(Way.REPLACE.stage(), ledger, "c");
      assertThrows(LedgerRefusedException.class, () -> third.fit(rows()));
    }
    MetricsSystem system = SparkEnv.get().metricsSystem();
    String name = "privateMean.ledger." + ledger.view().id();
    // What it returns is another type in each version of Scala.
    Object found =
        MetricsSystem.class.getMethod("getSourcesByName", String.class).invoke(system, name);
    MetricRegistry metrics = ((Source) ((Iterable<?>) found).head()).metricRegistry();
    assertEquals(2, metrics.counter("charges").getCount());
    assertEquals(1, metrics.counter("replays").getCount());
    assertEquals(3, metrics.counter("refusals").getCount());
    assertEquals(2.0, metrics.getGauges().get("remainingRho").getValue());
  }

  @Tag("long")
  @Test
  void fit_resultThatCannotBeStored_isReturnedWithAWarning() throws IOException {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    Path results = ledger.folder().resolve("results");
    PrivateMeanSummary summary =
        under(Way.REPLACE.stage(), ledger, "a").fit(losing(results)).summary();
    assertTrue(summary.warningCodes().contains("paidNotStored"), summary.warnings().toString());
    Files.delete(results);
    Files.createDirectory(results);
    assertEquals(List.of(State.DRAWN), ledger.states());
    Dataset<Row> rows = losing(folder.resolve("nothing"));
    assertThrows(
        LedgerRefusedException.class, () -> under(Way.REPLACE.stage(), ledger, "a").fit(rows));
    under(Way.REPLACE.stage(), ledger, "a").setPayAgain(true).fit(rows);
    assertEquals(10, ledger.view().spent().rhoCeiling());
  }

  /** Rows whose reading takes the folder of results away. */
  private static Dataset<Row> losing(Path results) {
    String folder = results.toString();
    UDF1<Object, Double> takeAway =
        value -> {
          Path path = Path.of(folder);
          if (Files.isDirectory(path)) {
            Files.delete(path);
            Files.writeString(path, "no folder");
          }
          return 0.0;
        };
    return rows()
        .withColumn(
            "features",
            functions.transform(
                functions.col("features"),
                x ->
                    x.plus(
                        functions
                            .udf(takeAway, DataTypes.DoubleType)
                            .asNondeterministic()
                            .apply(functions.col("user")))));
  }

  @Test
  void fits_concurrentWithBudgetForOne_oneIsPaidAndTheOthersAreRefused() throws Exception {
    FileLedger ledger = ledger(5.5, Neighbours.REPLACE);
    List<Callable<Boolean>> fits = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String name = "rival " + i;
      fits.add(() -> isPaid(under(Way.REPLACE.stage(), ledger, name)));
    }
    assertEquals(1, atOnce(fits).stream().filter(paid -> paid).count());
    assertEquals(List.of(State.STORED), ledger.states());
  }

  private static boolean isPaid(PrivateMean stage) {
    try {
      stage.fit(rows());
      return true;
    } catch (LedgerRefusedException refused) {
      return false;
    }
  }

  @Test
  void fits_concurrentOfOneName_haveOneValue() throws Exception {
    FileLedger ledger = ledger(50, Neighbours.REPLACE);
    List<Callable<Optional<Double>>> fits = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      fits.add(
          () -> {
            try {
              return Optional.of(
                  under(Way.REPLACE.stage(), ledger, "twin").fit(rows()).summary().mean()[0]);
            } catch (LedgerRefusedException refused) {
              return Optional.empty();
            }
          });
    }
    assertEquals(1, atOnce(fits).stream().flatMap(Optional::stream).distinct().count());
    assertEquals(1, ledger.view().charges().size());
  }

  private static <T> List<T> atOnce(List<Callable<T>> actions)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(actions.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(actions)) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void entriesAndResults_ofAPrivateCount_holdNoNumberOfRowsAndNoValue() {
    FileLedger ledger = ledger(50, Neighbours.ADD_REMOVE);
    int count = 98731 % 7919 + 4211;
    Dataset<Row> rows = rows(count, count).withColumn("country", functions.lit("a name of nobody"));
    long noisy = under(Way.ADD_REMOVE.stage().setRho(0.5), ledger, "a").fit(rows).summary().rows();
    String all = contents(ledger.folder());
    // As a whole number of its own: four digits also come up within hashes and released doubles.
    Predicate<String> tells = Pattern.compile("(?<![\\w.-])" + count + "(?![\\w-])").asPredicate();
    assertTrue(tells.test("{\"n\":" + count + "}"));
    // The noise of a released count may be 0.
    assertEquals(noisy == count, tells.test(all), "the number of rows");
    assertFalse(all.contains("nobody"));
    assertFalse(all.contains(String.valueOf(Math.cos(1) - 3)));
    assertTrue(all.contains("private-mean"));
  }

  private static String contents(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
