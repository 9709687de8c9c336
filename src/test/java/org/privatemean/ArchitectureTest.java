package org.privatemean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the import rule of the packages: upwards only, and Spark only in its faces. */
@AnalyzeClasses(packages = "org.privatemean", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule sparkApi_isUsedByItsFacesOnly =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.privatemean.spark..", "org.privatemean.sql..", "org.privatemean.app..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..")
          .allowEmptyShould(true);
}
