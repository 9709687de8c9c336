package org.privatemean;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The classes of src/main, read once for all tests of a process. */
public final class MainClasses {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ArchitectureTest.WithoutTests())
          .importPackages("org.privatemean");

  private MainClasses() {}

  public static JavaClasses all() {
    return ALL;
  }
}
