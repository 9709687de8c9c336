package org.privatemean;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.package$;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Holds the shape of the code: no name twice, few public types, no circle of packages or classes.
 */
final class RoomsTest {
  /** Spark 3.5 cannot load the package sql, and the shape is the same on all. */
  @BeforeAll
  static void allClassesLoad() {
    Assumptions.assumeFalse(package$.MODULE$.SPARK_VERSION().startsWith("3."));
  }

  private static final Path SOURCES = Path.of("src/main/java");

  /** Public types that are no part of the API. A number that may only fall. */
  private static final int MAX_INTERNAL_TYPES = 110;

  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^ *((?:(?:public|protected|private|static|final|abstract|sealed|non-sealed)\\s+)*)"
              + "(?:class|interface|enum|record|@interface)\\s+([A-Z]\\w*)");

  private static final Pattern PACKAGE =
      Pattern.compile("(?m)^package (org\\.privatemean[\\w.]*);");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(org\\.privatemean(?:\\.[a-z]\\w*)*)\\.[A-Z]");

  /** What the name of a class's own reader, writer, builder or binary form adds to its own. */
  private static final Pattern PART = Pattern.compile("(.+)(Reader|Writer|Builder|Codec|Parser)");

  /** Every class, with all that is nested in it, belongs to one unit. */
  private static final class Units implements SliceAssignment {
    private final Map<String, JavaClass> outermost;

    Units(JavaClasses classes) {
      this.outermost =
          classes.stream()
              .filter(found -> found.getEnclosingClass().isEmpty())
              .collect(Collectors.toMap(JavaClass::getName, found -> found));
    }

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass found) {
      JavaClass outer = found;
      while (outer.getEnclosingClass().isPresent()) {
        outer = outer.getEnclosingClass().get();
      }
      return outermost.containsKey(outer.getName())
          ? SliceIdentifier.of(unit(outer))
          : SliceIdentifier.ignore();
    }

    /** The class itself, or the class that it is a part of, or the sealed type above it. */
    private String unit(JavaClass outer) {
      Matcher part = PART.matcher(outer.getName());
      if (part.matches() && outermost.containsKey(part.group(1))) {
        return unit(outermost.get(part.group(1)));
      }
      return Stream.concat(outer.getRawInterfaces().stream(), outer.getRawSuperclass().stream())
          .filter(above -> outermost.containsKey(above.getName()) && isSealed(above))
          .findFirst()
          .map(this::unit)
          .orElse(outer.getName());
    }

    private static boolean isSealed(JavaClass type) {
      return type.reflect().isSealed();
    }

    @Override
    public String getDescription() {
      return "classes, each with its parts and a sealed type with its permitted ones";
    }
  }

  private static ArchRule noCircleOfClasses(JavaClasses classes) {
    return slices().assignedFrom(new Units(classes)).should().beFreeOfCycles();
  }

  @Test
  void classes_areInNoCircle() {
    JavaClasses classes = MainClasses.all();
    noCircleOfClasses(classes).check(classes);
  }

  @Test
  void classes_inAKnownCircle_areFound() {
    JavaClasses classes = new ClassFileImporter().importClasses(String.class, Integer.class);
    assertTrue(noCircleOfClasses(classes).evaluate(classes).hasViolation());
  }

  @Test
  void packages_areInNoCircle() {
    slices().matching("org.privatemean.(**)").should().beFreeOfCycles().check(MainClasses.all());
  }

  /** Links in comments go one way too: they cost an import. */
  @Test
  void imports_areInNoCircle() throws IOException {
    Map<String, List<String>> uses = new TreeMap<>();
    for (Path source : sources()) {
      String text = Files.readString(source);
      Matcher home = PACKAGE.matcher(text);
      assertTrue(home.find(), () -> source + " has no package");
      List<String> found = uses.computeIfAbsent(home.group(1), name -> new ArrayList<>());
      IMPORT.matcher(text).results().map(use -> use.group(1)).forEach(found::add);
    }
    uses.forEach((name, found) -> found.removeIf(name::equals));
    assertEquals(Map.of(), circles(uses));
  }

  /** What is left when packages that use none of the others left go, until there are no more. */
  private static Map<String, List<String>> circles(Map<String, List<String>> uses) {
    Map<String, List<String>> left = new TreeMap<>(uses);
    boolean fewer = true;
    while (fewer) {
      fewer = left.values().removeIf(found -> found.stream().noneMatch(left::containsKey));
    }
    return left;
  }

  @Test
  void types_haveUniqueNames() throws IOException {
    Map<String, Set<String>> files = new TreeMap<>();
    for (Path source : sources()) {
      TYPE.matcher(Files.readString(source))
          .results()
          .filter(type -> !type.group(2).equals("Builder"))
          .forEach(
              type ->
                  files
                      .computeIfAbsent(type.group(2), name -> new TreeSet<>())
                      .add(SOURCES.relativize(source).toString()));
    }
    files.values().removeIf(places -> places.size() == 1);
    assertEquals(Map.of(), files);
  }

  @Test
  void publicTypes_outsideTheApi_areFew() throws IOException {
    String api = Files.readString(Path.of("src/test/resources/api/api.txt"));
    long internal = 0;
    for (Path source : sources()) {
      String text = Files.readString(source);
      String name = SOURCES.resolve("org/privatemean").relativize(source).toString();
      String type = name.replace(".java", "").replace('/', '.');
      boolean isPublic =
          TYPE.matcher(text)
              .results()
              .anyMatch(
                  found -> found.group(1).contains("public ") && type.endsWith(found.group(2)));
      if (isPublic
          && !Pattern.compile("(?m) " + Pattern.quote(type) + "( |$)").matcher(api).find()) {
        internal++;
      }
    }
    assertEquals(MAX_INTERNAL_TYPES, internal, "lower the number where it has fallen");
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> paths = Files.walk(SOURCES)) {
      return paths.filter(path -> path.toString().endsWith(".java")).toList();
    }
  }
}
