package org.privatemean.python;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;

/** The Python source of the params of stages, made from the Java stages themselves. */
final class PythonParams {
  private static final String SHARED = "_EstimatorParams";

  /** Its values were true and false once, and still may be. */
  private static final String PAY_AGAIN = "payAgain";

  private static final String HEAD =
      """
      # Made from the Java stages by PythonParamsTest. Do not edit: the test writes it, copy that.
      \"""Params of the stages: one class a stage, and one of what the estimators share.\"""

      from typing import List, Optional, TypeVar, Union

      from pyspark import keyword_only
      from pyspark.ml.param import Param, Params, TypeConverters

      _Stage = TypeVar("_Stage", bound=Params)


      def _pay_again(value: Union[bool, str]) -> str:
          \"""The value of ``payAgain``: True means always, and False never.\"""
          if isinstance(value, bool):
              return "always" if value else "never"
          return TypeConverters.toString(value)
      """;

  private PythonParams() {}

  /**
   * The whole file.
   *
   * @param stages of vectors, whose estimators share params
   * @param others which share none
   */
  static String of(List<PipelineStage> stages, List<PipelineStage> others) {
    Set<String> shared = shared(stages.stream().filter(Estimator.class::isInstance).toList());
    return HEAD
        + String.format("%n%nclass %s(Params):%n", SHARED)
        + String.format("    \"\"\"Params that the estimators of vectors have.\"\"\"%n")
        + String.join("", shared)
        + stages.stream()
            .map(stage -> of(stage, stage instanceof Estimator ? SHARED : "Params", shared))
            .collect(Collectors.joining())
        + others.stream().map(stage -> of(stage, "Params", Set.of())).collect(Collectors.joining());
  }

  /** What estimators have in common, word for word. */
  private static Set<String> shared(List<PipelineStage> estimators) {
    return estimators.stream()
        .map(PythonParams::members)
        .reduce(
            (all, own) -> {
              all.retainAll(own);
              return all;
            })
        .orElse(Set.of());
  }

  private static Set<String> members(PipelineStage stage) {
    return params(stage).stream()
        .map(param -> member(stage, param))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static List<Param<?>> params(PipelineStage stage) {
    return Arrays.stream(stage.params()).<Param<?>>map(p -> p).toList();
  }

  private static String of(PipelineStage stage, String base, Set<String> shared) {
    String name = stage.getClass().getSimpleName();
    List<Param<?>> params = params(stage);
    StringBuilder text = new StringBuilder();
    text.append(String.format("%n%nclass _%sParams(%s):%n", name, base));
    text.append(String.format("    \"\"\"Params of :py:class:`privatemean.%s`.\"\"\"%n", name));
    if (stage instanceof Estimator) {
      String keywords =
          lines(
              params,
              param ->
                  String.format("        %s: Optional[%s] = None,%n", param.name(), given(param)));
      String defaults =
          lines(params.stream().filter(stage::hasDefault).toList(), param -> given(stage, param));
      text.append(
          """

          @keyword_only
          def __init__(
              self,
              *,
      %s    ) -> None:
              super().__init__()
              self._start()
              self._setDefault(
      %s        )
              self._set(**self._input_kwargs)  # type: ignore[attr-defined]

          def _start(self) -> None:
              raise NotImplementedError

          @keyword_only
          def setParams(
              self: _Stage,
              *,
      %s    ) -> _Stage:
              \"""Sets several params at once, and gives this stage back.\"""
              return self._set(**self._input_kwargs)  # type: ignore[attr-defined]
      """
              .formatted(keywords, defaults, keywords));
    }
    members(stage).stream()
        .filter(member -> !(base.equals(SHARED) && shared.contains(member)))
        .forEach(text::append);
    return text.toString();
  }

  /** A param with what sets and gets it. */
  private static String member(PipelineStage stage, Param<?> param) {
    return """

          %s: Param[%s] = Param(
              Params._dummy(),  # type: ignore[arg-type]
              "%s",
              %s,
              typeConverter=%s,
          )
      """
            .formatted(
                param.name(), type(param), param.name(), quoted(param.doc()), converter(param))
        + accessors(stage.getClass(), param);
  }

  private static String lines(List<Param<?>> params, Function<Param<?>, String> line) {
    return params.stream().map(line).collect(Collectors.joining());
  }

  private static String given(PipelineStage stage, Param<?> param) {
    Object value = stage.getDefault(param).get();
    return String.format("            %s=%s,%n", param.name(), literal(value, stage.uid()));
  }

  private static String accessors(Class<?> stage, Param<?> param) {
    String name = param.name();
    String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    boolean settable =
        Arrays.stream(stage.getMethods())
            .anyMatch(method -> method.getName().equals("set" + capital));
    String setter =
        settable
            ? """

          def set%s(self: _Stage, value: %s) -> _Stage:
              \"""Sets :py:attr:`%s`, and gives this stage back.\"""
              return self._set(%s=value)
      """
                .formatted(capital, given(param), name, name)
            : "";
    return setter
        + """

          def get%s(self) -> %s:
              \"""Value of :py:attr:`%s`.\"""
              return self.getOrDefault(self.%s)
      """
            .formatted(capital, type(param), name, name);
  }

  /** The Python type of a param's values. */
  private static String type(Param<?> param) {
    if (param instanceof DoubleParam) {
      return "float";
    }
    if (param instanceof IntParam || param instanceof LongParam) {
      return "int";
    }
    if (param instanceof BooleanParam) {
      return "bool";
    }
    if (param instanceof DoubleArrayParam) {
      return "List[float]";
    }
    if (param instanceof StringArrayParam) {
      return "List[str]";
    }
    if (param.getClass() == Param.class) {
      return "str";
    }
    throw new IllegalStateException(
        param.name() + ": no Python type is known for " + param.getClass().getName());
  }

  /** The Python type of what a param may be given. */
  private static String given(Param<?> param) {
    return param.name().equals(PAY_AGAIN) ? "Union[bool, str]" : type(param);
  }

  private static String converter(Param<?> param) {
    if (param.name().equals(PAY_AGAIN)) {
      return "_pay_again";
    }
    return "TypeConverters."
        + switch (type(param)) {
          case "float" -> "toFloat";
          case "int" -> "toInt";
          case "bool" -> "toBoolean";
          case "List[float]" -> "toListFloat";
          case "List[str]" -> "toListString";
          default -> "toString";
        };
  }

  /** A default in Python; that of a column is the uid and a word. */
  private static String literal(Object value, String uid) {
    if (value instanceof String text) {
      return text.startsWith(uid)
          ? "self.uid + " + quoted(text.substring(uid.length()))
          : quoted(text);
    }
    if (value instanceof Boolean flag) {
      return flag ? "True" : "False";
    }
    if (value instanceof Number) {
      return value.toString();
    }
    throw new IllegalStateException("no Python literal is known for " + value);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
