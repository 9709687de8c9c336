package org.privatemean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Holds the import rule of the packages: one way only, and Spark only in the faces to it. */
@AnalyzeClasses(packages = "org.privatemean", importOptions = ArchitectureTest.WithoutTests.class)
final class ArchitectureTest {
  /** From the lowest: a package uses those of the rows above its own, not its neighbours. */
  private static final List<List<String>> LAYERS =
      List.of(
          List.of("annotation"),
          List.of("refusal", "noise", "numeric"),
          List.of("privacy"),
          List.of("geometry", "rows"),
          List.of("query"),
          List.of("request"),
          List.of("release"),
          List.of("mean"),
          List.of("central", "protocol"),
          List.of("local", "shuffle"),
          List.of("device", "audit"),
          List.of("spark"),
          List.of("sql", "app"));

  /** What the client jar holds; pom.xml has the same list. */
  private static final List<String> ON_A_DEVICE =
      List.of(
          "annotation",
          "refusal",
          "noise",
          "numeric",
          "privacy",
          "geometry",
          "rows",
          "query",
          "request",
          "release",
          "mean.clipped",
          "protocol",
          "local",
          "shuffle",
          "device");

  /** What begins the names of classes of these rooms that a curator alone needs; as in pom.xml. */
  private static final List<String> CURATORS_ONLY =
      List.of(
          "privacy.ledger.GroupLedger",
          "privacy.ledger.durable.",
          "request.GroupedSpec",
          "request.PersonRequest",
          "rows.group.",
          "release.PublicWarnings",
          "release.Field",
          "release.CombinedMean",
          "release.Release",
          "release.Guarantee",
          "release.ConfidenceRegion",
          "release.Scales",
          "release.CommunicationCost",
          "release.Column",
          "release.Covariance",
          "numeric.SymmetricMatrix",
          "release.Deviations",
          "release.Provenance",
          "release.Estimate",
          "release.TrustedParty",
          "release.NoiseSeeding",
          "request.RecentredSpec",
          "request.ErrorBarCoverage",
          "request.WarmStart",
          "request.Scaling",
          "request.Sampling",
          "local.LocalRelease",
          "shuffle.ShuffleRelease",
          "rows.RowsChangedException",
          "geometry.NormRange",
          "noise.NoiseSource",
          "release.report.",
          "release.plot.");

  private static final List<String> FACES_TO_SPARK = List.of("spark", "sql", "app");

  private static final String SPARK_CONTEXT = "org.apache.spark.SparkContext";

  private static final String INTERNAL_ROW = "org.apache.spark.sql.catalyst.InternalRow";

  /**
   * What begins the names of classes that are not to be had on every cluster, are no public part of
   * Spark, or are not the same in Scala 2.12 and 2.13: RDDs, the context, the plan of a query and
   * its rows, broadcasts, Scala's collections.
   */
  private static final List<String> UNPORTABLE =
      List.of(
          SPARK_CONTEXT,
          "org.apache.spark.api.java.Java",
          "org.apache.spark.broadcast.",
          "org.apache.spark.network.",
          "org.apache.spark.rdd.",
          "org.apache.spark.sql.catalyst.",
          "org.apache.spark.sql.execution.",
          "org.apache.spark.unsafe.",
          "scala.collection.");

  /**
   * What each of these may use. ClassicRows with its jobs and passes, ClassicBlocks and
   * CachedSourceDetector, behind its probe, alone have RDDs; the last looks at the plan of a query,
   * CachedRows at the columns of persisted rows; JobNames has the context for the description of
   * jobs; InternalColumn reads rows in their internal form for both; LogicalPlanCheck, ColumnOrigin
   * and PaddedKeys look at the nodes of plans and their expressions; the arguments and the results
   * of procedures are rows in their internal form.
   */
  private static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("sql.CatalogProcedure", List.of(INTERNAL_ROW)),
          Map.entry(
              "sql.CallValues",
              List.of(
                  INTERNAL_ROW,
                  "org.apache.spark.sql.catalyst.util.ArrayData",
                  "org.apache.spark.sql.catalyst.util.MapData",
                  "org.apache.spark.unsafe.types.UTF8String")),
          Map.entry(
              "sql.ResultTable",
              List.of(
                  INTERNAL_ROW,
                  "org.apache.spark.sql.catalyst.expressions.GenericInternalRow",
                  "org.apache.spark.sql.catalyst.util.GenericArrayData",
                  "org.apache.spark.unsafe.types.UTF8String")),
          Map.entry(
              "spark.ClassicRows",
              List.of(
                  SPARK_CONTEXT,
                  "org.apache.spark.api.java.Java",
                  "org.apache.spark.rdd.",
                  INTERNAL_ROW,
                  "org.apache.spark.sql.execution.QueryExecution",
                  "scala.collection.Iterator")),
          Map.entry(
              "spark.ClassicBlocks",
              List.of(
                  SPARK_CONTEXT,
                  "org.apache.spark.api.java.Java",
                  "org.apache.spark.broadcast.Broadcast",
                  "org.apache.spark.rdd.",
                  INTERNAL_ROW,
                  "org.apache.spark.sql.execution.QueryExecution",
                  "scala.collection.Iterator")),
          Map.entry(
              "spark.ClassicJobs",
              List.of(
                  SPARK_CONTEXT,
                  "org.apache.spark.api.java.Java",
                  "org.apache.spark.broadcast.Broadcast",
                  "org.apache.spark.rdd.",
                  "scala.collection.Iterator")),
          Map.entry(
              "spark.CachedSourceDetector",
              List.of(
                  "org.apache.spark.api.java.Java",
                  "org.apache.spark.rdd.",
                  "org.apache.spark.sql.catalyst.plans.",
                  "org.apache.spark.sql.catalyst.expressions.Expression",
                  INTERNAL_ROW,
                  "org.apache.spark.sql.execution.QueryExecution",
                  "org.apache.spark.sql.execution.SQLExecutionRDD",
                  "org.apache.spark.sql.execution.SparkPlan",
                  "org.apache.spark.sql.execution.columnar.")),
          Map.entry(
              "spark.CachedRows",
              List.of(
                  "org.apache.spark.sql.catalyst.", "org.apache.spark.sql.execution.columnar.")),
          Map.entry("spark.JobNames", List.of(SPARK_CONTEXT)),
          Map.entry(
              "spark.column.InternalColumn",
              List.of("org.apache.spark.sql.catalyst.", "org.apache.spark.unsafe.")),
          Map.entry(
              "spark.column.ColumnOrigin",
              List.of(
                  "org.apache.spark.sql.catalyst.",
                  "org.apache.spark.sql.execution.QueryExecution",
                  "org.apache.spark.sql.execution.datasources.",
                  "scala.collection.Iter",
                  "scala.collection.immutable.Map")),
          Map.entry(
              "spark.PaddedKeys",
              List.of(
                  "org.apache.spark.sql.catalyst.expressions.",
                  "org.apache.spark.sql.catalyst.plans.",
                  "org.apache.spark.sql.execution.QueryExecution")),
          Map.entry(
              "spark.ledger.LogicalPlanCheck",
              List.of(
                  "org.apache.spark.sql.catalyst.TableIdentifier",
                  "org.apache.spark.sql.catalyst.catalog.CatalogTable",
                  "org.apache.spark.sql.catalyst.expressions.",
                  "org.apache.spark.sql.catalyst.plans.",
                  "org.apache.spark.sql.execution.QueryExecution",
                  "org.apache.spark.sql.execution.datasources.",
                  "scala.collection.Iter",
                  "scala.collection.immutable.Map")));

  private static final List<String> OF_JOB_DESCRIPTIONS =
      List.of("getLocalProperty", "setJobDescription");

  @ArchTest
  static final ArchRule everyClass_isInAPackageOfTheDesign =
      classes().should().resideInAnyPackage(packages(all())).allowEmptyShould(true);

  @ArchTest static final ArchRule imports_runOneWay = layers();

  @ArchTest
  static final ArchRule spark_isImportedByItsFacesOnly =
      noClasses()
          .that()
          .resideOutsideOfPackages(packages(FACES_TO_SPARK))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "scala..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule classesOfTheClientJar_dependOnThemselvesAndTheJdkOnly =
      classes()
          .that(
              DescribedPredicate.describe(
                  "are in the client jar", ArchitectureTest::isInTheClientJar))
          .should()
          .onlyDependOnClassesThat(
              DescribedPredicate.describe(
                  "are in the client jar or the JDK", ArchitectureTest::isOnADevice));

  @ArchTest
  static final ArchRule unportableClasses_areUsedWhereAllowedOnly =
      classes()
          .should(
              keepToWhatIsAllowed(
                  "depend on",
                  user ->
                      user.getDirectDependenciesFromSelf().stream()
                          .map(Dependency::getTargetClass)));

  /** Seen apart: a call is no dependency on the types of the called method's signature. */
  @ArchTest
  static final ArchRule unportableSignatures_areUsedWhereAllowedOnly =
      classes()
          .should(
              keepToWhatIsAllowed(
                  "call with a signature of",
                  user ->
                      user.getAccessesFromSelf().stream().flatMap(ArchitectureTest::signature)));

  @ArchTest
  static final ArchRule jobNames_asksTheContextForDescriptionsOnly =
      noClasses()
          .that(
              DescribedPredicate.describe(
                  "are JobNames", found -> isOrIsIn(found, "spark.JobNames")))
          .should()
          .accessTargetWhere(
              DescribedPredicate.describe(
                  "is anything of a SparkContext but " + OF_JOB_DESCRIPTIONS,
                  access ->
                      access.getTargetOwner().getName().equals(SPARK_CONTEXT)
                          && !OF_JOB_DESCRIPTIONS.contains(access.getName())));

  /** Procedures are not in Spark 3.5: what it loads must not name them. */
  @ArchTest
  static final ArchRule catalogs_areOfSqlOnly =
      noClasses()
          .that()
          .resideOutsideOfPackages(packages(List.of("sql")))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark.sql.connector..");

  @ArchTest
  static final ArchRule sql_isUsedByNobody =
      noClasses()
          .that()
          .resideOutsideOfPackages(packages(List.of("sql")))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(packages(List.of("sql")));

  /** Its constructors differ between versions of Spark: see TextParam. */
  @ArchTest
  static final ArchRule paramsOfText_areMadeByTextParam =
      noClasses()
          .should()
          .callConstructorWhere(
              DescribedPredicate.describe(
                  "is of Param",
                  call ->
                      call.getTargetOwner().getName().equals("org.apache.spark.ml.param.Param")));

  private static ArchRule layers() {
    LayeredArchitecture rule =
        Architectures.layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String layer : all()) {
      rule = rule.layer(layer).definedBy(packages(List.of(layer)));
    }
    List<String> below = new ArrayList<>();
    for (List<String> row : LAYERS) {
      for (String layer : row) {
        rule =
            below.isEmpty()
                ? rule.whereLayer(layer).mayNotAccessAnyLayer()
                : rule.whereLayer(layer).mayOnlyAccessLayers(below.toArray(new String[0]));
      }
      below.addAll(row);
    }
    return rule.withOptionalLayers(true).allowEmptyShould(true);
  }

  private static List<String> all() {
    return LAYERS.stream().flatMap(List::stream).toList();
  }

  private static String[] packages(List<String> names) {
    return names.stream().map(name -> "org.privatemean." + name + "..").toArray(String[]::new);
  }

  private static boolean isOnADevice(JavaClass type) {
    JavaClass base = type.getBaseComponentType();
    return base.isPrimitive()
        || base.getPackageName().startsWith("java.")
        || base.getPackageName().startsWith("javax.crypto")
        || isInTheClientJar(base);
  }

  private static boolean isInTheClientJar(JavaClass type) {
    String name = type.getName().replace("org.privatemean.", "");
    return ON_A_DEVICE.stream().anyMatch(room -> name.startsWith(room + "."))
        && CURATORS_ONLY.stream().noneMatch(name::startsWith);
  }

  private static ArchCondition<JavaClass> keepToWhatIsAllowed(
      String how, Function<JavaClass, Stream<JavaClass>> used) {
    return new ArchCondition<>(
        String.format("%s none of %s, but what is allowed: %s", how, UNPORTABLE, ALLOWED)) {
      @Override
      public void check(JavaClass user, ConditionEvents events) {
        used.apply(user)
            .map(type -> type.getBaseComponentType().getName())
            .filter(name -> begins(name, UNPORTABLE) && !begins(name, allowedTo(user)))
            .distinct()
            .map(name -> user.getName() + " must not " + how + " " + name)
            .forEach(message -> events.add(SimpleConditionEvent.violated(user, message)));
      }
    };
  }

  private static boolean begins(String name, List<String> beginnings) {
    return beginnings.stream().anyMatch(name::startsWith);
  }

  private static List<String> allowedTo(JavaClass user) {
    return ALLOWED.entrySet().stream()
        .filter(entry -> isOrIsIn(user, entry.getKey()))
        .flatMap(entry -> entry.getValue().stream())
        .toList();
  }

  private static boolean isOrIsIn(JavaClass found, String name) {
    String outer = "org.privatemean." + name;
    return found.getName().equals(outer) || found.getName().startsWith(outer + "$");
  }

  private static Stream<JavaClass> signature(JavaAccess<?> access) {
    return access.getTarget().resolveMember().stream().flatMap(ArchitectureTest::typesOf);
  }

  private static Stream<JavaClass> typesOf(JavaMember member) {
    if (member instanceof JavaField field) {
      return Stream.of(field.getRawType());
    }
    JavaCodeUnit unit = (JavaCodeUnit) member;
    return Stream.concat(Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream());
  }

  /** The classes of src/main, wherever the tests were compiled to. */
  static final class WithoutTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes");
    }
  }
}
