package org.privatemean.spark.param;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.Identifiable;
import scala.Function1;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * The constructor of text params on every Spark version from 3.5.
 *
 * <p>In Spark 4.0.0 only, every constructor of {@link Param} takes a class tag as its last
 * argument. A compiled call fits one form only, so the constructor is looked up at run time. {@code
 * DoubleParam}, {@code IntParam} and {@code LongParam} are the same in all versions.
 */
public final class TextParam {
  private TextParam() {}

  /** Creates a param of any text. */
  public static Param<String> create(Identifiable parent, String name, String doc) {
    return create(
        List.of(Identifiable.class, String.class, String.class), List.of(parent, name, doc));
  }

  /** Creates a param whose text is one of the values. */
  public static Param<String> oneOf(
      Identifiable parent, String name, String doc, List<String> values) {
    return create(
        List.of(Identifiable.class, String.class, String.class, Function1.class),
        List.of(parent, name, doc, ParamValidators.inArray(values)));
  }

  @SuppressWarnings("unchecked")
  private static Param<String> create(List<Class<?>> types, List<Object> arguments) {
    return make((Class<Param<String>>) (Class<?>) Param.class, types, arguments);
  }

  /** Calls the constructor with these types, or the one with an additional class tag. */
  static <P> P make(Class<P> param, List<Class<?>> types, List<Object> arguments) {
    try {
      for (Constructor<?> constructor : param.getConstructors()) {
        List<Class<?>> taken = List.of(constructor.getParameterTypes());
        if (taken.equals(types)) {
          return param.cast(constructor.newInstance(arguments.toArray()));
        }
        if (taken.equals(and(types, ClassTag.class))) {
          Object tag = ClassTag$.MODULE$.apply(String.class);
          return param.cast(constructor.newInstance(and(arguments, tag).toArray()));
        }
      }
    } catch (ReflectiveOperationException e) {
      throw fail(e);
    }
    throw fail(null);
  }

  private static <T> List<T> and(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return longer;
  }

  private static UnsupportedOperationException fail(Exception cause) {
    return new UnsupportedOperationException(
        String.format(
            "Spark %s is not supported, since its params are created in an unknown way: "
                + "use Spark 3.5, 4.0 or 4.1",
            org.apache.spark.package$.MODULE$.SPARK_VERSION()),
        cause);
  }
}
