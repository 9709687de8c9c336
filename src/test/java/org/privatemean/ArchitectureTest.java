package org.privatemean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Holds the import rule of the packages: one way only, and Spark only in the faces to it. */
@AnalyzeClasses(packages = "org.privatemean", importOptions = ArchitectureTest.MainClasses.class)
final class ArchitectureTest {
  /** From the lowest: a package uses those of the rows above its own, not its neighbours. */
  private static final List<List<String>> LAYERS =
      List.of(
          List.of("noise"),
          List.of("privacy"),
          List.of("geometry", "rows"),
          List.of("mean"),
          List.of("central", "local", "shuffle"),
          List.of("spark"),
          List.of("sql", "app"));

  /** What the client jar holds; pom.xml has the same list. */
  private static final List<String> ON_A_DEVICE =
      List.of("noise", "privacy", "geometry", "rows", "mean", "local", "shuffle");

  private static final List<String> FACES_TO_SPARK = List.of("spark", "sql", "app");

  /** Not to be had on every cluster, or not the same class in Scala 2.12 and 2.13. */
  private static final DescribedPredicate<JavaClass> UNPORTABLE =
      DescribedPredicate.describe(
          "are an RDD, a SparkContext, a query's plan or internal rows, a broadcast or a Scala"
              + " collection",
          ArchitectureTest::unportable);

  /**
   * The two that ask the session for its SparkContext: both do without where there is none. Rows in
   * their internal form are for ClassicRows and its reader.
   */
  private static final DescribedPredicate<JavaClass> PROBED =
      DescribedPredicate.describe(
          "are JobNames or ClassicRows",
          found ->
              isOrIsIn(found, "JobNames")
                  || isOrIsIn(found, "ClassicRows")
                  || isOrIsIn(found, "InternalColumn"));

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
          .that()
          .resideInAnyPackage(packages(ON_A_DEVICE))
          .should()
          .onlyDependOnClassesThat(
              DescribedPredicate.describe(
                  "are in the client jar or the JDK", ArchitectureTest::isOnADevice));

  @ArchTest
  static final ArchRule unportableClasses_areNotUsed =
      noClasses()
          .that(DescribedPredicate.not(PROBED))
          .should()
          .dependOnClassesThat(UNPORTABLE)
          .allowEmptyShould(true);

  /** Seen apart: a call is no dependency on the types of the called method's signature. */
  @ArchTest
  static final ArchRule unportableSignatures_areNotUsed =
      noClasses()
          .that(DescribedPredicate.not(PROBED))
          .should()
          .accessTargetWhere(
              DescribedPredicate.describe(
                  "types in its signature " + UNPORTABLE.getDescription(),
                  ArchitectureTest::hasUnportableSignature))
          .allowEmptyShould(true);

  /** RDDs are for the first two alone. */
  @ArchTest
  static final ArchRule internalColumn_usesNoRdd =
      noClasses()
          .that()
          .haveSimpleName("InternalColumn")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark.rdd..", "org.apache.spark.api.java..")
          .allowEmptyShould(true);

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
        || ON_A_DEVICE.stream()
            .anyMatch(name -> base.getName().startsWith("org.privatemean." + name + "."));
  }

  private static boolean unportable(JavaClass type) {
    String name = type.getBaseComponentType().getName();
    return name.startsWith("scala.collection.")
        || name.startsWith("org.apache.spark.rdd.")
        || name.startsWith("org.apache.spark.broadcast.")
        || name.startsWith("org.apache.spark.api.java.Java")
        || name.startsWith("org.apache.spark.sql.catalyst.")
        || name.startsWith("org.apache.spark.sql.execution.")
        || name.startsWith("org.apache.spark.unsafe.")
        || name.startsWith("org.apache.spark.network.")
        || name.equals("org.apache.spark.SparkContext");
  }

  private static boolean isOrIsIn(JavaClass found, String name) {
    String outer = "org.privatemean.spark." + name;
    return found.getName().equals(outer) || found.getName().startsWith(outer + "$");
  }

  private static boolean hasUnportableSignature(JavaAccess<?> access) {
    return access
        .getTarget()
        .resolveMember()
        .map(ArchitectureTest::signature)
        .orElse(Stream.of())
        .anyMatch(UNPORTABLE);
  }

  private static Stream<JavaClass> signature(JavaMember member) {
    if (member instanceof JavaField field) {
      return Stream.of(field.getRawType());
    }
    JavaCodeUnit unit = (JavaCodeUnit) member;
    return Stream.concat(Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream());
  }

  /** The classes of src/main, wherever the tests were compiled to. */
  static final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes");
    }
  }
}
