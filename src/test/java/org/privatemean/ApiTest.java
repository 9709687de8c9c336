package org.privatemean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.package$;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.privatemean.annotation.Internal;

/**
 * The API is a text file: every public type that is not marked as internal, with its public and
 * protected members. A change of the API shows as a change of that file, which {@code mvn test
 * -Dtest=ApiTest -Dapi.write=true} writes anew.
 */
final class ApiTest {
  /** Spark 3.5 cannot load the package sql, and the shape is the same on all. */
  @BeforeAll
  static void allClassesLoad() {
    Assumptions.assumeFalse(package$.MODULE$.SPARK_VERSION().startsWith("3."));
  }

  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path FILE = Path.of("src/test/resources/api/api.txt");
  private static final Pattern PROJECT = Pattern.compile("org\\.privatemean\\.");
  private static final String OURS = "org.privatemean.";

  /** All public top-level types, by name. */
  private static Map<String, Class<?>> publicTypes() throws IOException {
    Map<String, Class<?>> found = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(SOURCES)) {
      for (Path path : paths.filter(each -> each.toString().endsWith(".java")).toList()) {
        String name =
            SOURCES.relativize(path).toString().replace('/', '.').replaceFirst(".java$", "");
        if (!name.endsWith("package-info")) {
          Class<?> type = load(name);
          if (Modifier.isPublic(type.getModifiers())) {
            found.put(name, type);
          }
        }
      }
    }
    return found;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ApiTest.class.getClassLoader());
    } catch (ClassNotFoundException absent) {
      throw new AssertionError(name, absent);
    }
  }

  private static boolean isInternal(Class<?> type) {
    return type.isAnnotationPresent(Internal.class)
        || type.getPackage().isAnnotationPresent(Internal.class);
  }

  private static List<Class<?>> api() throws IOException {
    return publicTypes().values().stream()
        .filter(type -> !isInternal(type))
        .<Class<?>>map(type -> type)
        .toList();
  }

  /** A type and what is nested in it, a line for each member. */
  private static List<String> lines(Class<?> type) {
    List<String> lines = new ArrayList<>();
    lines.add(type.toGenericString() + above(type));
    TreeSet<String> members = new TreeSet<>();
    for (Constructor<?> each : type.getDeclaredConstructors()) {
      if (isSeen(each)) {
        members.add("  " + each.toGenericString());
      }
    }
    for (Field each : type.getFields()) {
      if (isOurs(each.getDeclaringClass())) {
        members.add("  " + each.toGenericString());
      }
    }
    methods(type)
        .filter(ApiTest::isSeen)
        .forEach(each -> members.add("  " + each.toGenericString()));
    lines.addAll(members);
    Arrays.stream(type.getDeclaredClasses())
        .filter(nested -> Modifier.isPublic(nested.getModifiers()))
        .sorted((a, b) -> a.getName().compareTo(b.getName()))
        .forEach(nested -> lines.addAll(lines(nested)));
    return lines;
  }

  /** Its own methods and those that it has from types of this project. */
  private static Stream<Method> methods(Class<?> type) {
    return Stream.concat(Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getMethods()))
        .filter(each -> isOurs(each.getDeclaringClass()));
  }

  private static boolean isOurs(Class<?> declaring) {
    return declaring.getName().startsWith(OURS);
  }

  private static boolean isSeen(Executable member) {
    return !member.isSynthetic()
        && (Modifier.isPublic(member.getModifiers())
            || Modifier.isProtected(member.getModifiers()));
  }

  private static String above(Class<?> type) {
    List<String> names = new ArrayList<>();
    if (type.getGenericSuperclass() != null && type.getSuperclass() != Object.class) {
      names.add(type.getGenericSuperclass().getTypeName());
    }
    Arrays.stream(type.getGenericInterfaces()).forEach(each -> names.add(each.getTypeName()));
    return names.isEmpty() ? "" : " : " + String.join(", ", names);
  }

  private static String text() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Class<?> type : api()) {
      lines(type).forEach(line -> text.append(line).append('\n'));
      text.append('\n');
    }
    return PROJECT.matcher(text).replaceAll("");
  }

  @Test
  void api_ofTheBuild_isThatOfTheFile() throws IOException {
    String text = text();
    if (Boolean.getBoolean("api.write")) {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, text);
    }
    assertEquals(Files.readString(FILE), text);
  }

  @Test
  void api_types_areFewAndSayWhenTheyCame() throws IOException {
    List<Class<?>> api = api();
    // A third of them are the parties of the local and the shuffle mean.
    assertTrue(api.size() < 64, () -> api.size() + " types");
    for (Class<?> type : api) {
      Path source = SOURCES.resolve(type.getName().replace('.', '/') + ".java");
      String text = Files.readString(source);
      String head =
          text.substring(0, text.indexOf(type.getSimpleName(), text.indexOf("\npublic ")));
      assertTrue(head.contains(" * @since "), source + " has no @since");
    }
  }

  @Test
  void internal_types_areKnownAtRunTime() throws IOException {
    assertTrue(isInternal(load(OURS + "query.TrustModel")));
    assertTrue(isInternal(load(OURS + "release.Noise")));
    assertTrue(publicTypes().size() > api().size() + 100);
  }
}
