package org.privatemean.bench.accuracy;

import java.util.List;
import java.util.Locale;

/**
 * The results of one panel of a figure.
 *
 * @param figure the experiment
 * @param name of the panel; empty if there is one only
 * @param results of the panel alone
 */
record Panel(Figure figure, String name, List<Result> results) {
  static List<Panel> of(Figure figure, List<Result> results) {
    return figure.panels().stream()
        .map(
            name ->
                new Panel(
                    figure,
                    name,
                    results.stream()
                        .filter(result -> result.setting().panel().equals(name))
                        .toList()))
        .toList();
  }

  /** A few words above its image. */
  String title() {
    return name.isEmpty() ? figure.id() : figure.id() + ": " + name;
  }

  /** Name of its image. */
  String image() {
    String slug = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return figure.id() + (slug.isEmpty() ? "" : "-" + slug) + ".png";
  }

  List<Result> of(Contender contender) {
    return results.stream().filter(result -> result.contender().equals(contender)).toList();
  }

  List<String> axis() {
    return results.stream().map(result -> result.setting().x()).distinct().toList();
  }
}
