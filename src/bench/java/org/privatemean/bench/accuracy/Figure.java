package org.privatemean.bench.accuracy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * An experiment: every contender in every setting.
 *
 * @param id name of its files
 * @param title one line on what is measured, with the values that all settings share
 * @param axis what x is
 * @param plot how it is drawn
 * @param population whether the rows are all there is, so that total and private error are one
 * @param contenders in the order of tables
 * @param settings in the order of the axis, panel by panel
 * @param trials of each setting
 */
record Figure(
    String id,
    String title,
    String axis,
    Plot plot,
    boolean population,
    List<Contender> contenders,
    List<Setting> settings,
    int trials) {
  /** How a figure is drawn. */
  enum Plot {
    /** Not at all: x is a name. */
    NONE,
    /** Against a linear axis. */
    LINEAR,
    /** Against a logarithmic axis. */
    LOGARITHMIC
  }

  /** Whether nobody is trusted, and the budget of a setting is epsilon. */
  boolean isLocal() {
    return contenders.stream().anyMatch(LocalContender.class::isInstance);
  }

  /** Whether messages are shuffled, and the budget of a setting is epsilon. */
  boolean isShuffled() {
    return contenders.stream().anyMatch(ShuffleContender.class::isInstance);
  }

  /** Whether a contender may have no error in a setting. */
  boolean hasGaps() {
    return isLocal() || isShuffled();
  }

  Set<String> panels() {
    Set<String> panels = new LinkedHashSet<>();
    settings.forEach(setting -> panels.add(setting.panel()));
    return panels;
  }
}
