package org.privatemean.bench.groups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.privatemean.bench.report.Numbers;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.request.Scaling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the errors of means of groups in memory, beside what the design foretold. */
@Command(
    name = "accuracy",
    description =
        "Fits groups of eleven laws in memory, and writes the median errors beside what the design"
            + " of the mechanism foretold, with how often the radius covers.")
public final class GroupsAccuracyCommand implements Callable<Integer> {
  private static final double LIMIT = 1.05;
  private static final int ROUNDED = 3;

  /** So many groups of a line are fitted at least: few groups by more fits. */
  private static final int LEAST_GROUPS = 600;

  private static final String HEADER =
      "law,n,d,rho,groups,neighbours,scaling,fits,goal_of,goal,median_l2_error,over_goal,"
          + "median_in_units,p95_in_units,error_over_expected,radius_covers,intervals_cover,ok,"
          + "too_small,not_located,most_spent_over_rho,verdict";

  @Option(
      names = "--scaling",
      split = ",",
      defaultValue = "none,standard",
      description = "Default: ${DEFAULT-VALUE}.")
  private List<String> scalings;

  @Option(names = "--fits", defaultValue = "3", description = "Of each line. Default: 3.")
  private int fits;

  @Option(names = "--out", required = true, description = "Folder of the files.")
  private Path out;

  @Option(names = "--check", description = "Exits with 1 if a median is above 1.05 of its goal.")
  private boolean check;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public GroupsAccuracyCommand() {}

  /**
   * Fits line after line, and writes {@code groups-accuracy-SCALING.csv} after each.
   *
   * @return 0; 1 with --check, if a median is above the limit
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    if (fits < 1) {
      throw new ParameterException(spec.commandLine(), "--fits must be at least 1");
    }
    Files.createDirectories(out);
    boolean above = false;
    for (String scaling : scalings) {
      List<String> lines = new ArrayList<>(List.of(HEADER));
      for (GroupLine line : GroupLine.all()) {
        GroupErrors errors = new GroupErrors(line);
        int all = Math.max(fits, (LEAST_GROUPS + line.groups() - 1) / line.groups());
        for (int seed = 1; seed <= all; seed++) {
          errors.fit(Scaling.of(scaling), seed);
        }
        above |= errors.overGoal() > LIMIT;
        lines.add(csv(line, scaling, all, errors));
        System.out.println(lines.get(lines.size() - 1));
        Files.write(out.resolve("groups-accuracy-" + scaling + ".csv"), lines);
      }
    }
    return check && above ? 1 : 0;
  }

  private static String csv(GroupLine line, String scaling, int fits, GroupErrors errors) {
    return String.join(
        ",",
        line.law().label(),
        line.rows() == 0 ? "20-20000" : Integer.toString(line.rows()),
        Integer.toString(line.dimension()),
        Numbers.plain(line.rho()),
        Integer.toString(line.groups()),
        line.neighbours().label(),
        scaling,
        Integer.toString(fits),
        line.goal().isEmpty() ? "" : line.inUnits() ? "units" : "error",
        line.goal().isEmpty() ? "" : Numbers.plain(line.goal().getAsDouble()),
        rounded(errors.median()),
        rounded(errors.overGoal()),
        rounded(errors.unitMedian()),
        rounded(errors.unitQuantile()),
        rounded(errors.expectedMedian()),
        rounded(errors.coverage()),
        rounded(errors.intervalCoverage()),
        Integer.toString(errors.count(GroupStatus.OK)),
        Integer.toString(errors.count(GroupStatus.TOO_SMALL)),
        Integer.toString(errors.count(GroupStatus.NOT_LOCATED)),
        String.format(Locale.ROOT, "%.6f", errors.mostSpent() / line.rho()),
        verdict(errors.overGoal()));
  }

  private static String verdict(double overGoal) {
    return Double.isNaN(overGoal) ? "" : overGoal <= LIMIT ? "pass" : "ABOVE";
  }

  private static String rounded(double value) {
    return Double.isNaN(value) ? "" : Numbers.rounded(value, ROUNDED);
  }
}
