package org.privatemean.bench.fit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.bench.Bench;

/**
 * The settings that the pages show, a file each. Every one is run in a process of its own, so that
 * its code is compiled for its own rows only; a file that exists is not made again.
 */
final class FitTable {
  private final Path folder;
  private final long seed;
  private final int partitions;

  /**
   * The table.
   *
   * @param folder of the files
   * @param seed of the rows
   * @param partitions that rows are cached or written in
   */
  FitTable(Path folder, long seed, int partitions) {
    this.folder = folder;
    this.seed = seed;
    this.partitions = partitions;
  }

  /** All settings: each shape and law, cached and then in Parquet. */
  List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (Source source : List.of(Source.CACHED, Source.PARQUET)) {
      settings.add(setting(1_000_000, 16, source, Data.GAUSSIAN));
      settings.add(setting(1_000_000, 128, source, Data.GAUSSIAN));
      settings.add(setting(100_000, 1024, source, Data.GAUSSIAN));
      settings.add(setting(10_000_000, 16, source, Data.GAUSSIAN));
      settings.add(setting(10_000, 16384, source, Data.GAUSSIAN));
      settings.add(setting(1_000_000, 128, source, Data.LOGNORMAL));
      settings.add(setting(100_000, 784, source, Data.SPARSE));
      settings.add(setting(100_000, 784, source, Data.GAUSSIAN));
    }
    return settings;
  }

  private Setting setting(long rows, int dimension, Source source, Data data) {
    return new Setting(rows, dimension, source, data, partitions, seed);
  }

  /** The file of a setting. */
  Path file(Setting setting) {
    return folder.resolve("fit-" + setting.id() + ".csv");
  }

  /** The settings that have no file. */
  List<Setting> missing() {
    return settings().stream().filter(setting -> !Files.exists(file(setting))).toList();
  }

  /**
   * Runs the settings that have no file.
   *
   * @param options of command {@code fit} that all share
   * @return those that have none even then
   * @throws IOException if a process cannot be started
   * @throws InterruptedException if this one is told to stop
   */
  List<Setting> run(List<String> options) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    for (Setting setting : missing()) {
      System.err.println(setting.id());
      Process fit = new ProcessBuilder(command(setting, options)).inheritIO().start();
      try {
        int unused = fit.waitFor();
      } finally {
        fit.destroy();
      }
    }
    return missing();
  }

  /** This very Java with the options it was started with. */
  private List<String> command(Setting setting, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Bench.class.getName()));
    command.addAll(arguments(setting, options));
    return command;
  }

  /** The command line of one setting. */
  List<String> arguments(Setting setting, List<String> options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "fit",
                "--rows=" + setting.rows(),
                "--dim=" + setting.dimension(),
                "--source=" + setting.source(),
                "--data=" + setting.data(),
                "--partitions=" + setting.partitions(),
                "--seed=" + setting.seed(),
                "--csv=" + file(setting)));
    arguments.addAll(options);
    return arguments;
  }
}
