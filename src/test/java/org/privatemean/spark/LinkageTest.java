package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the classes of the one jar link to is there, in the Spark, Scala and Hadoop that the tests
 * run on: each class, field, constructor and method, by its name and types as the JVM looks for it.
 *
 * <p>The package {@code sql} is left out on Spark 3.5, which has no procedures: a Spark loads it
 * only where a user names its catalog.
 *
 * <p>True by the compiler on the Spark that is compiled against; of use on all others, where it
 * sees also what no other test happens to call.
 */
final class LinkageTest {
  private static final Map<String, Class<?>> PRIMITIVES = primitives();

  private static final String OF_SQL = "org.privatemean.sql.";

  private static final boolean HAS_CALL =
      type("org.apache.spark.sql.connector.catalog.ProcedureCatalog") != null;

  private static final JavaClasses OURS = ArchConfiguration.withThreadLocalScope(LinkageTest::ours);

  /** Without what they depend on, which is looked up here by reflection. */
  private static JavaClasses ours(ArchConfiguration configuration) {
    configuration.setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .importUrl(PrivateMean.class.getProtectionDomain().getCodeSource().getLocation())
        .that(
            DescribedPredicate.describe(
                "are for this Spark", found -> HAS_CALL || !found.getName().startsWith(OF_SQL)));
  }

  private static Map<String, Class<?>> primitives() {
    return Map.of(
        "boolean", boolean.class,
        "byte", byte.class,
        "char", char.class,
        "short", short.class,
        "int", int.class,
        "long", long.class,
        "float", float.class,
        "double", double.class,
        "void", void.class);
  }

  @Test
  void links_ofAllClasses_areThere() {
    TreeSet<String> missing = new TreeSet<>();
    int seen = 0;
    for (JavaClass ours : OURS) {
      for (JavaAccess<?> access : ours.getAccessesFromSelf()) {
        AccessTarget target = access.getTarget();
        if (!isOursOrJavas(target.getOwner().getName())) {
          seen++;
          if (!isThere(target)) {
            missing.add(ours.getName() + " -> " + target.getFullName());
          }
        }
      }
    }
    assertEquals(Set.of(), missing);
    assertTrue(seen > 500, "too few to be all: " + seen);
  }

  @Test
  void types_ofAllClasses_areThere() {
    TreeSet<String> missing = new TreeSet<>();
    for (JavaClass ours : OURS) {
      ours.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType().getName())
          .filter(name -> !PRIMITIVES.containsKey(name) && type(name) == null)
          .forEach(name -> missing.add(ours.getName() + " -> " + name));
    }
    assertEquals(Set.of(), missing);
  }

  /** A version may ask more of whom it calls: that would be an AbstractMethodError. */
  @Test
  void classes_thatAreNotAbstract_implementAllThatIsAskedOfThem() {
    List<String> missing = new ArrayList<>();
    for (JavaClass ours : OURS) {
      Class<?> type = type(ours.getName());
      if (!Modifier.isAbstract(type.getModifiers())) {
        for (Method method : type.getMethods()) {
          if (Modifier.isAbstract(method.getModifiers())) {
            missing.add(method.toString());
          }
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  /** Power: what is looked for is not found by its name alone. */
  @Test
  void isThere_otherTypes_isFalse() {
    assertTrue(isMethod(String.class, "indexOf", int.class, List.of(String.class)));
    assertFalse(isMethod(String.class, "indexOf", long.class, List.of(String.class)));
    assertFalse(isMethod(String.class, "indexOf", int.class, List.of(Object.class)));
  }

  private static boolean isOursOrJavas(String owner) {
    return owner.startsWith("org.privatemean.") || owner.startsWith("java.");
  }

  private static boolean isThere(AccessTarget target) {
    Class<?> owner = type(target.getOwner().getName());
    if (owner == null) {
      return false;
    }
    if (!(target instanceof CodeUnitAccessTarget unit)) {
      Class<?> field = type(((AccessTarget.FieldAccessTarget) target).getRawType().getName());
      return inherited(owner).stream()
          .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
          .anyMatch(found -> found.getName().equals(target.getName()) && found.getType() == field);
    }
    List<Class<?>> parameters = new ArrayList<>();
    unit.getRawParameterTypes().forEach(type -> parameters.add(type(type.getName())));
    if (unit instanceof AccessTarget.ConstructorCallTarget
        || unit instanceof AccessTarget.ConstructorReferenceTarget) {
      return Arrays.stream(owner.getDeclaredConstructors())
          .anyMatch(found -> List.of(found.getParameterTypes()).equals(parameters));
    }
    return isMethod(owner, unit.getName(), type(unit.getRawReturnType().getName()), parameters);
  }

  private static boolean isMethod(
      Class<?> owner, String name, Class<?> returned, List<Class<?>> parameters) {
    return inherited(owner).stream()
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .anyMatch(
            found ->
                found.getName().equals(name)
                    && found.getReturnType() == returned
                    && List.of(found.getParameterTypes()).equals(parameters));
  }

  private static Class<?> type(String name) {
    try {
      return PRIMITIVES.containsKey(name)
          ? PRIMITIVES.get(name)
          : Class.forName(name, false, LinkageTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** The type, what it extends and implements, and for arrays and interfaces Object. */
  private static Set<Class<?>> inherited(Class<?> type) {
    Set<Class<?>> all = new HashSet<>(List.of(type, Object.class));
    Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
        .forEach(parent -> all.addAll(inherited(parent)));
    return all;
  }
}
