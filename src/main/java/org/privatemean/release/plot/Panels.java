package org.privatemean.release.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.release.report.KeyedRelease;

/** Charts one below the other: for groups one per column, for columns one per size. */
record Panels(List<String> titles, List<Chart> panels) implements Chart {
  static final int MAX_GROUPED = 12;

  /** Maximum number of panels of columns that are too many for a line each. */
  private static final int MAX_BANDS = 5;

  /** Columns adjacent in order of size share a panel up to this factor. */
  private static final double GAP_IN_SIZE = 10;

  /** Sizes in a panel differ at most by this factor. */
  private static final double RANGE_OF_SIZES = 100;

  private static final int TITLE = 22;
  private static final int GAP = 12;

  /** Returns the chart of the coordinates of a mean, at least one. */
  static Chart create(Means means) {
    List<int[]> parts = bySize(means);
    if (parts.size() == 1) {
      return chart(means, parts.get(0));
    }
    Means inPanels = means.inPanels();
    return new Panels(List.of(), parts.stream().map(part -> chart(inPanels, part)).toList());
  }

  private static Chart chart(Means means, int[] part) {
    return part.length <= DotChart.MOST ? new DotChart(means, part) : new BandChart(means, part);
  }

  /** Returns the places of the coordinates of each panel, the panel of the largest first. */
  private static List<int[]> bySize(Means means) {
    double[] sizes = means.reaches();
    int[] order =
        IntStream.range(0, sizes.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer j) -> sizes[j]).reversed())
            .mapToInt(j -> j)
            .toArray();
    int most = sizes.length <= DotChart.MOST ? DotChart.MOST : MAX_BANDS;
    List<int[]> parts = new ArrayList<>();
    int first = 0;
    for (int k = 1; k < order.length; k++) {
      double size = sizes[order[k]];
      boolean apart =
          sizes[order[k - 1]] > GAP_IN_SIZE * size || sizes[order[first]] > RANGE_OF_SIZES * size;
      if (size > 0 && apart && parts.size() < most - 1) {
        parts.add(Arrays.stream(order, first, k).sorted().toArray());
        first = k;
      }
    }
    parts.add(Arrays.stream(order, first, order.length).sorted().toArray());
    return parts;
  }

  /** Returns the chart of a release, which has at least one group and one coordinate. */
  static Panels create(KeyedRelease release) {
    List<String> labels = release.common().labels();
    Set<Integer> warned =
        release.means().columnWarnings().stream()
            .map(ColumnWarning::column)
            .collect(Collectors.toSet());
    List<String> titles =
        IntStream.range(0, Math.min(labels.size(), MAX_GROUPED))
            .mapToObj(j -> (warned.contains(j) ? Means.WARNED : "") + labels.get(j))
            .toList();
    List<Chart> panels = new ArrayList<>();
    for (int j = 0; j < titles.size(); j++) {
      Means means = means(release, j);
      panels.add(chart(means, IntStream.range(0, means.size()).toArray()));
    }
    return new Panels(titles, panels);
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
    String unit = "mean of the group, in data units";
    double[] sizes = Means.ones(values.length);
    return new Means(names, values, halfWidths, sizes, unit, absent, Map.of());
  }

  @Override
  public int width() {
    return panels.get(0).width();
  }

  @Override
  public int height() {
    return panels.stream().mapToInt(panel -> titleHeight() + panel.height() + GAP).sum();
  }

  private int titleHeight() {
    return titles.isEmpty() ? 0 : TITLE;
  }

  @Override
  public String intervals() {
    List<String> drawn = panels.stream().map(Chart::intervals).distinct().toList();
    return drawn.size() == 1 ? drawn.get(0) : "Bars and bands";
  }

  @Override
  public void draw(Canvas canvas, double top) {
    double y = top;
    for (int k = 0; k < panels.size(); k++) {
      if (!titles.isEmpty()) {
        Label title = new Label(titles.get(k), Label.Place.START, Ink.TEXT, Label.SMALL, true);
        canvas.text(EDGE, y + Label.SMALL, title);
      }
      panels.get(k).draw(canvas, y + titleHeight());
      y += titleHeight() + panels.get(k).height() + GAP;
    }
  }
}
