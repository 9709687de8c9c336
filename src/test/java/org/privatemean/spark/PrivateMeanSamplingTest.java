package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.RecentredSpec;
import org.privatemean.spark.ledger.PaidFit.InputDescriptor;

/** {@code sampling}: jobs, reports, seeds and what is refused. */
final class PrivateMeanSamplingTest {
  private static final int ROWS = 6000;
  private static final int DIMENSION = 9;

  private static double[][] values;
  private static Dataset<Row> rows;

  @TempDir Path folder;

  @BeforeAll
  static void cacheRows() {
    SplittableRandom random = new SplittableRandom(1);
    values = new double[ROWS][DIMENSION];
    for (double[] row : values) {
      Arrays.setAll(row, j -> 10 * j + random.nextGaussian());
    }
    rows = LocalSpark.frame(values, LocalSpark.Form.DENSE, 3).cache();
    assertEquals(ROWS, rows.count());
  }

  @AfterAll
  static void unpersist() {
    rows.unpersist();
  }

  private static PrivateMean stage() {
    return new PrivateMean().setInputCol("features").setDimension(DIMENSION).setRho(2);
  }

  private static PrivateMean always() {
    return stage().setSampling("always");
  }

  private static double[] mean() {
    double[] mean = new double[DIMENSION];
    for (double[] row : values) {
      Arrays.setAll(mean, j -> mean[j] + row[j] / ROWS);
    }
    return mean;
  }

  /** The jobs of an action, by their names, in order. */
  private static final class Jobs extends SparkListener implements AutoCloseable {
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());

    Jobs() {
      LocalSpark.session().sparkContext().addSparkListener(this);
    }

    @Override
    public void onJobStart(SparkListenerJobStart job) {
      names.add(String.valueOf(job.properties().getProperty("spark.job.description")));
    }

    List<String> seen() throws Exception {
      LocalSpark.session().sparkContext().listenerBus().waitUntilEmpty(10_000);
      return List.copyOf(names);
    }

    @Override
    public void close() {
      LocalSpark.session().sparkContext().removeSparkListener(this);
    }
  }

  @Test
  void fit_cachedRows_takesFewJobsAndPersistsNothing() throws Exception {
    int before = LocalSpark.session().sparkContext().getPersistentRDDs().size();
    try (Jobs jobs = new Jobs()) {
      PrivateMeanSummary summary = always().fit(rows).summary();
      assertArrayEquals(mean(), summary.mean(), 0.5);
      // Columns may be counted by octave, and the centre of so few rows be finished, on all rows:
      // each in a pass of its own.
      List<String> seen = jobs.seen();
      assertEquals(List.of("private mean: count", "private mean: sample"), seen.subList(0, 2));
      List<String> passes = seen.subList(2, seen.size());
      assertTrue(passes.size() <= 3, seen::toString);
      assertEquals("private mean: one pass", passes.get(passes.size() - 1));
      assertTrue(
          Set.of("private mean: octaves", "private mean: one pass").containsAll(passes),
          seen::toString);
    }
    assertEquals(before, LocalSpark.session().sparkContext().getPersistentRDDs().size());
  }

  @Test
  void fit_publicCalls_samplesToo() {
    PrivateMeanSummary summary = LocalSpark.withPublicCallsOnly(() -> always().fit(rows).summary());
    assertEquals(1, summary.samplingHalvings());
    assertArrayEquals(mean(), summary.mean(), 0.5);
  }

  @Test
  void summary_ofASample_hasItsSampling() throws Exception {
    PrivateMeanModel model = always().fit(rows);
    PrivateMeanSummary summary = model.summary();
    assertEquals("always", summary.sampling());
    assertEquals(1, summary.samplingHalvings());
    long sampled = summary.sampledRows().orElseThrow();
    assertTrue(Math.abs(sampled - ROWS / 2) < 5 * Math.sqrt(ROWS / 4.0), "rows " + sampled);
    String json = summary.toJson().replaceAll("\\s", "");
    String expected = "\"sampling\":{\"asked\":\"always\",\"halvings\":1,\"rows\":" + sampled + "}";
    assertTrue(json.contains(expected), json);
    assertTrue(summary.toString().contains("a sample: 1 row in 2"), summary.toString());
    String path = folder.resolve("model").toUri().toString();
    model.write().save(path);
    assertEquals(summary.release(), PrivateMeanModel.load(path).summary().release());
  }

  @Test
  void summary_privateNumberOfRows_omitsTheNumberOfTheSample() {
    PrivateMeanSummary summary = always().setNeighbours("addRemove").fit(rows).summary();
    assertEquals(OptionalLong.empty(), summary.sampledRows());
    String json = summary.toJson().replaceAll("\\s", "");
    assertTrue(json.contains("\"sampling\":{\"asked\":\"always\",\"halvings\":1}"), json);
  }

  @Test
  void summary_ofAllRows_hasNoSample() {
    PrivateMeanSummary few = stage().fit(rows).summary();
    assertEquals("auto", few.sampling());
    assertEquals(0, few.samplingHalvings());
    assertEquals(OptionalLong.empty(), few.sampledRows());
    assertFalse(few.toString().contains("a sample"));
    PrivateMeanSummary other =
        stage().setMethod("clipped").setBound(200).setSampling("none").fit(rows).summary();
    assertEquals("none", other.sampling());
    assertFalse(other.toJson().contains("sampling"));
  }

  /** The promise of a seed is for rows however they lie, which no sample by place can keep. */
  @Tag("long")
  @Test
  void seed_withAuto_takesAllRowsInPlaceOfASample() {
    // 4.2 million coordinates, generated on the fly.
    Dataset<Row> many =
        LocalSpark.session()
            .range(0, 70_000, 1, 2)
            .selectExpr("transform(sequence(1, 60), j -> sin(j * id)) as features");
    PrivateMean stage = stage().setDimension(60);
    PrivateMeanSummary unseeded = stage.fit(many).summary();
    assertEquals(3, unseeded.samplingHalvings());
    assertEquals("auto", unseeded.sampling());
    PrivateMeanSummary seeded = stage.setSeed(3).fit(many).summary();
    assertEquals("auto", seeded.sampling());
    assertEquals(0, seeded.samplingHalvings());
  }

  @Test
  void seed_withAlways_givesTheSameBitsForTheSamePlaces() {
    PrivateMean stage = always().setSeed(7);
    assertEquals(stage.fit(rows).mean(), stage.fit(rows).mean());
    assertNotEquals(stage.fit(rows).mean(), stage.fit(rows.repartition(2)).mean());
    assertEquals(
        stage.fit(rows).mean(), LocalSpark.withPublicCallsOnly(() -> stage.fit(rows).mean()));
  }

  /** What {@code always} does not go with. */
  private enum Refused {
    REGIONS {
      @Override
      PrivateMean of(PrivateMean stage) {
        return stage.setRegions("proved");
      }
    },
    GROUPS {
      @Override
      PrivateMean of(PrivateMean stage) {
        return stage.setGroupCols(new String[] {"group"}).setPublicKeys(new String[] {"a"});
      }
    },
    WEIGHTS {
      @Override
      PrivateMean of(PrivateMean stage) {
        return stage.setPersonCol("group").setPersonWeight("rows").setMaxRowsPerPerson(3);
      }
    },
    DEVIATIONS {
      @Override
      PrivateMean of(PrivateMean stage) {
        return stage;
      }

      @Override
      void fit(PrivateMean stage, Dataset<Row> rows) {
        FitPlan.create(stage, rows.schema(), Optional.empty(), RecentredSpec.Moments.DEVIATIONS)
            .stageFit()
            .summary(rows, InputDescriptor.NOTHING, Progress.UNHEARD);
      }
    },
    METHOD {
      @Override
      PrivateMean of(PrivateMean stage) {
        return stage.setMethod("shiftedClipped").setBound(200);
      }
    },
    FEW_ROWS {
      @Override
      PrivateMean of(PrivateMean stage) {
        return stage.setRho(0.001);
      }
    };

    abstract PrivateMean of(PrivateMean stage);

    void fit(PrivateMean stage, Dataset<Row> rows) {
      stage.fit(rows);
    }
  }

  @ParameterizedTest
  @EnumSource(Refused.class)
  void always_withParamsThatNeedAllRows_isRefusedByName(Refused refused) throws Exception {
    Dataset<Row> grouped = rows.selectExpr("features", "'a' as group");
    try (Jobs jobs = new Jobs()) {
      ParamException refusal =
          assertThrows(ParamException.class, () -> refused.fit(refused.of(always()), grouped));
      assertEquals("sampling", refusal.param(), refusal.getMessage());
      // How few rows there are is not known before they are counted.
      int counted = refused == Refused.FEW_ROWS ? 1 : 0;
      assertEquals(Collections.nCopies(counted, "private mean: count"), jobs.seen());
    }
  }
}
