package org.privatemean.release.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.plot.Label.Place;
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
    return new Means(
        release.keys().stream()
            .map(
                key -> key.values().stream().map(String::valueOf).collect(Collectors.joining(", ")))
            .toArray(String[]::new),
        orNone(groups, group -> group.mean()[column]),
        orNone(
            groups,
            group -> release.means().region(group).halfWidths(release.means().dimension())[column]),
        Means.ones(groups.size()),
        "mean of the group, in data units",
        groups.stream().map(group -> group.status().label()).toArray(String[]::new),
        Map.of());
  }

  private static double[] orNone(List<GroupMean> groups, ToDoubleFunction<GroupMean> value) {
    return groups.stream()
        .mapToDouble(
            group -> group.status() == GroupStatus.OK ? value.applyAsDouble(group) : Double.NaN)
        .toArray();
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

  /** Many coordinates against their places: the means as a stepped line in a band of intervals. */
  @SuppressWarnings("ArrayRecordComponent") // Neither compared nor copied.
  record BandChart(Means means, int[] shown) implements Chart {
    private static final int PLOT_HEIGHT = 320;
    private static final int BELOW = 48;
    private static final int LEFT = 84;
    private static final int PLOT_WIDTH = WIDTH - LEFT - EDGE;
    private static final double THICKNESS = 1.6;
    private static final int TICKS = 8;
    private static final double BASE_LINE = 4;
    private static final double WARNING = 5;

    @Override
    public int height() {
      return PLOT_HEIGHT + BELOW;
    }

    @Override
    public String intervals() {
      return "Band";
    }

    @Override
    public void draw(Canvas canvas, double top) {
      double bottom = top + PLOT_HEIGHT;
      double[] lows = chosen(means.lows());
      double[] highs = chosen(means.highs());
      double[] middles = chosen(means.middles());
      Axis values = Axis.fit(List.of(lows, middles, highs), bottom, top);
      for (Axis.Tick tick : values.ticks(TICKS)) {
        double y = tick.position();
        canvas.line(LEFT, y, LEFT + PLOT_WIDTH, y, 1, tick.ink());
        canvas.text(LEFT - 8, y + BASE_LINE, Label.small(tick.text(), Place.END, Ink.MUTED));
      }
      int steps = Math.min(means.size(), PLOT_WIDTH);
      for (int step = 0; step < steps; step++) {
        span(canvas, values, step, lows, highs, Ink.BAND);
      }
      for (int step = 0; step < steps; step++) {
        span(canvas, values, step, middles, middles, Ink.MARK);
      }
      places(canvas, bottom);
      for (int j : shown) {
        if (means.warning(j).isPresent()) {
          double x = LEFT + j * (PLOT_WIDTH / (double) means.size());
          canvas.line(x, bottom, x, bottom + WARNING, THICKNESS, Ink.WARNING);
        }
      }
    }

    private double[] chosen(double[] values) {
      double[] chosen = new double[values.length];
      Arrays.fill(chosen, Double.NaN);
      for (int j : shown) {
        chosen[j] = values[j];
      }
      return chosen;
    }

    /** Draws the span of the coordinates of one step, from the least low to the largest high. */
    private void span(
        Canvas canvas, Axis values, int step, double[] lows, double[] highs, Ink ink) {
      int steps = Math.min(means.size(), PLOT_WIDTH);
      int end = first(step + 1, steps);
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int j = first(step, steps); j < end; j++) {
        // Not by Math.min: a mean that is NaN does not hide the others of its step.
        low = lows[j] < low ? lows[j] : low;
        high = highs[j] > high ? highs[j] : high;
      }
      if (low <= high) {
        double y = values.toPixels(high);
        double height = values.toPixels(low) - y;
        double missing = Math.max(0, THICKNESS - height);
        double width = PLOT_WIDTH / (double) steps;
        canvas.rectangle(LEFT + step * width, y - missing / 2, width, height + missing, ink);
      }
    }

    private int first(int step, int steps) {
      return (int) ((long) step * means.size() / steps);
    }

    private void places(Canvas canvas, double bottom) {
      int last = means.size() - 1;
      double middle = LEFT + PLOT_WIDTH / 2.0;
      canvas.line(LEFT, bottom, LEFT + PLOT_WIDTH, bottom, 1, Ink.MUTED);
      canvas.text(LEFT, bottom + 16, Label.small("0", Place.START, Ink.MUTED));
      canvas.text(
          LEFT + PLOT_WIDTH,
          bottom + 16,
          Label.small(NumberFormat.number(last, 12), Place.END, Ink.MUTED));
      String place = means.areGroups() ? "place of the group's key" : "place of the coordinate";
      String text =
          means.size() <= PLOT_WIDTH
              ? place + ", from 0"
              : place + ", from 0; several at each point, from their least to their most";
      canvas.text(middle, bottom + 16, Label.small(text, Place.MIDDLE, Ink.MUTED));
      String unit = "up: " + means.unit();
      canvas.text(middle, bottom + 36, Label.small(unit, Place.MIDDLE, Ink.MUTED));
    }
  }

  /** A line for each coordinate: name, mean as a dot with its interval, and both in numbers. */
  static final class DotChart implements Chart {
    /** Maximum number of coordinates. */
    static final int MOST = 40;

    private static final int LINE = 24;
    private static final int BELOW = 48;
    private static final int SPACE = 14;
    private static final int LONGEST_NAME = 28;
    private static final double BASE_LINE = 4;
    private static final double DOT = 3.5;
    private static final double BAR = 2;

    /** Height of an interval's end mark: it shows behind a dot that hides the interval. */
    private static final double CAP = 6;

    private static final int TICKS = 7;

    private final Means means;
    private final int[] shown;
    private final double left;
    private final double right;

    /** Creates a chart of some coordinates. Charts of up to {@link #MOST} have aligned axes. */
    DotChart(Means means, int[] shown) {
      this.means = means;
      this.shown = shown;
      int[] aligned = means.size() <= MOST ? IntStream.range(0, means.size()).toArray() : shown;
      double names = 0;
      double numbers = 0;
      for (int j : aligned) {
        names = Math.max(names, Label.width(Label.shorten(means.names()[j], LONGEST_NAME)));
        numbers = Math.max(numbers, Label.width(means.text(j)));
      }
      left = EDGE + names + SPACE;
      right = WIDTH - EDGE - numbers - SPACE;
    }

    @Override
    public int height() {
      return shown.length * LINE + BELOW;
    }

    @Override
    public String intervals() {
      return "Bars";
    }

    @Override
    public void draw(Canvas canvas, double top) {
      double[] middles = means.middles();
      double[] lows = means.lows();
      double[] highs = means.highs();
      Axis axis = Axis.fit(List.of(chosen(lows), chosen(middles), chosen(highs)), left, right);
      double bottom = top + shown.length * LINE;
      for (Axis.Tick tick : axis.ticks(TICKS)) {
        canvas.line(tick.position(), top, tick.position(), bottom, 1, tick.ink());
        canvas.text(
            tick.position(), bottom + 16, Label.small(tick.text(), Place.MIDDLE, Ink.MUTED));
      }
      String unit = means.unit();
      double middle = Math.max((left + right) / 2, EDGE + Label.width(unit) / 2);
      canvas.text(middle, bottom + 36, Label.small(unit, Place.MIDDLE, Ink.MUTED));
      for (int line = 0; line < shown.length; line++) {
        int j = shown[line];
        double y = top + (line + 0.5) * LINE;
        label(canvas, j, y + BASE_LINE);
        bar(canvas, axis.toPixels(lows[j]), axis.toPixels(highs[j]), y);
        if (Double.isFinite(middles[j])) {
          canvas.circle(axis.toPixels(middles[j]), y, DOT, Ink.MARK);
        }
      }
    }

    private double[] chosen(double[] values) {
      return Arrays.stream(shown).mapToDouble(j -> values[j]).toArray();
    }

    private void label(Canvas canvas, int coordinate, double y) {
      String name = means.names()[coordinate];
      Ink ink = means.warning(coordinate).isPresent() ? Ink.WARNING : Ink.TEXT;
      Label shown = Label.small(Label.shorten(name, LONGEST_NAME), Place.END, ink);
      canvas.text(left - SPACE, y, shown, means.warning(coordinate).orElse(name));
      canvas.text(WIDTH - EDGE, y, Label.small(means.text(coordinate), Place.END, Ink.TEXT));
    }

    private static void bar(Canvas canvas, double from, double to, double y) {
      if (Double.isNaN(from) || Double.isNaN(to)) {
        return;
      }
      canvas.line(from, y, to, y, BAR, Ink.MARK);
      canvas.line(from, y - CAP, from, y + CAP, BAR, Ink.MARK);
      canvas.line(to, y - CAP, to, y + CAP, BAR, Ink.MARK);
    }
  }
}
