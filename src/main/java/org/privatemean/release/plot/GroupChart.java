package org.privatemean.release.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.privatemean.release.group.GroupMean;
import org.privatemean.release.group.GroupStatus;
import org.privatemean.release.group.KeyedRelease;

/** The means of groups: a panel for each column, with the groups along its axis. */
final class GroupChart implements Chart {
  /** So many columns have a panel. */
  static final int MOST_PANELS = 12;

  private static final int TITLE = 22;
  private static final int GAP = 12;

  private final List<String> titles;
  private final List<Chart> panels;

  private GroupChart(List<String> titles, List<Chart> panels) {
    this.titles = titles;
    this.panels = panels;
  }

  /** The chart of a release, which has at least one group and one coordinate. */
  static GroupChart of(KeyedRelease release) {
    List<String> labels = release.common().labels();
    List<String> titles = labels.subList(0, Math.min(labels.size(), MOST_PANELS));
    List<Chart> panels = new ArrayList<>();
    for (int j = 0; j < titles.size(); j++) {
      Means means = means(release, j);
      panels.add(means.size() <= DotChart.MOST ? new DotChart(means) : new BandChart(means));
    }
    return new GroupChart(titles, panels);
  }

  private static Means means(KeyedRelease release, int column) {
    List<GroupMean> groups = release.means().groups();
    String[] names = new String[groups.size()];
    String[] absent = new String[groups.size()];
    double[] values = new double[groups.size()];
    double[] halfWidths = new double[groups.size()];
    Arrays.fill(values, Double.NaN);
    Arrays.fill(halfWidths, Double.NaN);
    for (int g = 0; g < groups.size(); g++) {
      GroupMean group = groups.get(g);
      names[g] =
          release.keys().get(g).values().stream()
              .map(String::valueOf)
              .collect(Collectors.joining(", "));
      absent[g] = group.status().label();
      if (group.status() == GroupStatus.OK) {
        values[g] = group.mean()[column];
        halfWidths[g] =
            release.means().region(group).halfWidths(release.means().dimension())[column];
      }
    }
    return Means.ofGroups(names, values, halfWidths, "mean of the group, in data units", absent);
  }

  @Override
  public int width() {
    return panels.get(0).width();
  }

  @Override
  public int height() {
    return panels.stream().mapToInt(panel -> panel.height() + TITLE + GAP).sum();
  }

  @Override
  public String intervals() {
    return panels.get(0).intervals();
  }

  @Override
  public void draw(Canvas canvas, double top) {
    double y = top;
    for (int k = 0; k < panels.size(); k++) {
      Label title = new Label(titles.get(k), Label.Place.START, Ink.TEXT, Label.SMALL, true);
      canvas.text(EDGE, y + Label.SMALL, title);
      panels.get(k).draw(canvas, y + TITLE);
      y += panels.get(k).height() + TITLE + GAP;
    }
  }
}
