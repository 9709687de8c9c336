package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.MainClasses;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanState;
import org.privatemean.spark.param.FitRequest;

/**
 * What every stage of ours must pass. A stage that is missing from {@link #stages} fails the build.
 */
final class StageBatteryTest {
  @TempDir Path directory;

  private static final List<PipelineStage> STAGES = examples();

  static List<PipelineStage> stages() {
    return STAGES;
  }

  /** One example of each stage, with every param set that can be set beside the others. */
  private static List<PipelineStage> examples() {
    PrivateMean estimator =
        new PrivateMean("mean1")
            .setInputCol("features")
            .setOutputCol("mean")
            .setReportCol("report")
            .setRho(0.5)
            .setMethod("clipped")
            .setBound(10)
            .setResolution(0.001)
            .setThresholdGrid("geometric")
            .setDimension(3)
            .setBeta(0.01)
            .setHandleInvalid("zero")
            .setSeed(5);
    LocalMeanState state =
        LocalMeanState.start(
            LocalMeanPlan.of(
                ((FitRequest.Local) FitRequest.create(PrivateMeanLocalTest.Budget.RHO.estimator()))
                    .spec(),
                4000,
                3),
            1);
    LocalMean collector =
        new LocalMean("local1").setInputCol("reports").setOutputCol("mean").setState(state);
    LocalRandomizer randomizer =
        new LocalRandomizer("randomizer1")
            .setInputCol("features")
            .setOutputCol("mean")
            .setIdCol("id")
            .setState(state)
            .setHandleInvalid("zero")
            .setSeed(5);
    PrivateStandardScaler scaler =
        new PrivateStandardScaler("scaler1")
            .setInputCol("features")
            .setOutputCol("mean")
            .setRho(0.5)
            .setBound(10)
            .setMinNorm(1e-9)
            .setDimension(3)
            .setHandleInvalid("zero")
            .setRegions("none")
            .setConfidence(0.9)
            .setWithMean(true)
            .setWithStd(true)
            .setSeed(5);
    PrivateCovariance covariance =
        new PrivateCovariance("covariance1")
            .setInputCol("features")
            .setOutputCol("mean")
            .setRho(0.5)
            .setDimension(3)
            .setHandleInvalid("zero")
            .setConfidence(0.9)
            .setSeed(5);
    PrivateMean grouped =
        new PrivateMean("mean2")
            .setInputCol("features")
            .setOutputCol("mean")
            .setGroupCols("country", "month")
            .setPublicKeysTable("keys")
            .setMaxGroups(100)
            .setEpsilon(1)
            .setDelta(1e-6)
            .setPersonCol("user")
            .setPersonWeight("rows")
            .setMaxRowsPerPerson(20)
            .setMaxGroupsPerPerson(3);
    LocalGaussianMean gaussian =
        new LocalGaussianMean("gaussian1")
            .setInputCol("x")
            .setOutputCol("mean")
            .setReportCol("report")
            .setEpsilon(4)
            .setDelta(1e-6)
            .setMeanBound(8)
            .setSigmaMin(0.5)
            .setSigmaMax(4)
            .setBeta(0.02)
            .setConfidence(0.9)
            .setHandleInvalid("zero")
            .setSeed(5);
    return List.of(
        scaler,
        covariance,
        grouped,
        gaussian,
        gaussian.fit(LocalSpark.session().range(4000).selectExpr("id % 7 as x")),
        scaler.model(PrivateStandardScalerTest.released()),
        estimator,
        estimator.fit(
            LocalSpark.frame(PrivateMeanBadInputTest.good(200), LocalSpark.Form.DENSE, 2)),
        randomizer,
        collector,
        new LocalMeanModel("local1").setOutputCol("mean").setState(state));
  }

  @Test
  void stages_allClassesOfThePackage_areInTheBattery() {
    TreeSet<String> expected = new TreeSet<>();
    for (JavaClass found : MainClasses.all()) {
      if (found.isAssignableTo(PipelineStage.class)
          && !found.getModifiers().contains(JavaModifier.ABSTRACT)) {
        expected.add(found.getName());
      }
    }
    TreeSet<String> tested = new TreeSet<>();
    stages().forEach(stage -> tested.add(stage.getClass().getName()));
    assertEquals(expected, tested);
    assertFalse(expected.isEmpty());
  }

  @ParameterizedTest
  @MethodSource("stages")
  void constructor_fromUid_keepsIt(PipelineStage stage) throws ReflectiveOperationException {
    assertNotNull(stage.uid());
    if (stage instanceof Estimator<?>) {
      PipelineStage other = stage.getClass().getConstructor(String.class).newInstance("other");
      assertEquals("other", other.uid());
      assertEquals("other", other.params()[0].parent());
    }
    PipelineStage fresh = stage.getClass().getConstructor().newInstance();
    assertFalse(fresh.uid().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("stages")
  void params_each_haveDocGetterAndExplanation(PipelineStage stage) {
    for (Param<?> param : stage.params()) {
      assertTrue(param.doc().length() > 10, param.name());
      assertTrue(stage.explainParams().contains(param.name() + ": " + param.doc()));
      assertTrue(hasMethod(stage, "get" + capital(param.name())), param.name());
    }
  }

  @Test
  void params_ofTheEstimators_haveSetters() {
    for (Estimator<?> estimator :
        List.of(new PrivateMean(), new PrivateStandardScaler(), new LocalGaussianMean())) {
      for (Param<?> param : estimator.params()) {
        assertTrue(hasMethod(estimator, "set" + capital(param.name())), param.name());
      }
    }
  }

  private static String capital(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static boolean hasMethod(Object stage, String name) {
    return Arrays.stream(stage.getClass().getMethods()).map(Method::getName).anyMatch(name::equals);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void copy_withExtra_keepsUidAndParamsAndLeavesTheOriginal(PipelineStage stage) {
    Param<Object> outputCol = stage.getParam("outputCol");
    PipelineStage copy = stage.copy(new ParamMap().put(outputCol, (Object) "elsewhere"));
    assertEquals(stage.uid(), copy.uid());
    assertEquals("elsewhere", copy.getOrDefault(copy.getParam("outputCol")));
    assertEquals("mean", stage.getOrDefault(outputCol));
    assertEquals(stage.getClass(), copy.getClass());
  }

  @ParameterizedTest
  @MethodSource("stages")
  void serialisation_javaObjects_roundTrips(PipelineStage stage)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(stage);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertSameParams(stage, (PipelineStage) in.readObject());
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void write_thenRead_givesTheSameStage(PipelineStage stage) throws Exception {
    String path = directory.resolve("stage").toString();
    ((MLWritable) stage).write().save(path);
    assertThrows(IOException.class, () -> ((MLWritable) stage).write().save(path));
    ((MLWritable) stage).write().overwrite().save(path);
    MLReader<?> reader = (MLReader<?>) stage.getClass().getMethod("read").invoke(null);
    PipelineStage loaded = (PipelineStage) reader.load(path);
    assertEquals(stage.uid(), loaded.uid());
    assertSameParams(stage, loaded);
    assertSameParams(
        stage, (PipelineStage) stage.getClass().getMethod("load", String.class).invoke(null, path));
    if (stage instanceof PrivateStandardScalerModel model) {
      PrivateStandardScalerModel read = (PrivateStandardScalerModel) loaded;
      assertEquals(model.summary().release(), read.summary().release());
    }
    if (stage instanceof LocalGaussianMeanModel model) {
      LocalGaussianMeanModel read = (LocalGaussianMeanModel) loaded;
      assertEquals(model.summary().toString(), read.summary().toString());
    }
    if (stage instanceof PrivateMeanModel model) {
      PrivateMeanModel read = (PrivateMeanModel) loaded;
      assertArrayEquals(model.mean().toArray(), read.mean().toArray(), 0.0);
      assertEquals(model.summary().toJson(), read.summary().toJson());
      assertEquals(model.summary().toString(), read.summary().toString());
    }
  }

  private static void assertSameParams(PipelineStage expected, PipelineStage actual) {
    for (Param<?> param : expected.params()) {
      assertEquals(expected.isDefined(param), actual.isDefined(actual.getParam(param.name())));
      if (expected.isDefined(param)) {
        Object value = actual.getOrDefault(actual.getParam(param.name()));
        assertTrue(Objects.deepEquals(expected.getOrDefault(param), value), param.name());
      }
    }
  }

  @Test
  void services_connectsAllowList_namesEveryStage() {
    assertTrue(
        Stream.of(ServiceLoader.load(Estimator.class))
            .flatMap(StageBatteryTest::types)
            .toList()
            .containsAll(
                List.of(
                    PrivateMean.class,
                    LocalMean.class,
                    LocalGaussianMean.class,
                    PrivateStandardScaler.class)));
    assertTrue(
        Stream.of(ServiceLoader.load(Transformer.class))
            .flatMap(StageBatteryTest::types)
            .toList()
            .containsAll(
                List.of(
                    PrivateMeanModel.class,
                    LocalMeanModel.class,
                    LocalGaussianMeanModel.class,
                    LocalRandomizer.class,
                    PrivateStandardScalerModel.class)));
  }

  private static <T> Stream<Class<? extends T>> types(ServiceLoader<T> loader) {
    return loader.stream().map(ServiceLoader.Provider::type);
  }

  @Test
  void names_ofParams_areThoseThatScriptsRelyOn() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (Param<?> param : new PrivateMean().params()) {
      names.add(param.name());
    }
    TreeSet<String> api =
        Files.readAllLines(Path.of("src/test/resources/api/api.txt")).stream()
            .map(Pattern.compile("Param(?:<.*>)? spark[.]param[.]\\w+[.](\\w+)\\(\\)")::matcher)
            .filter(Matcher::find)
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(api, names);
  }
}
