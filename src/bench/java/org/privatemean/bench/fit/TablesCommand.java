package org.privatemean.bench.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a page of what command {@code fit} has measured. */
@Command(
    name = "tables",
    description = "Makes DIR/fit.md, a page of tables, from the files DIR/fit-*.csv.")
public final class TablesCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Folder of the files of command fit.")
  private Path folder;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public TablesCommand() {}

  /**
   * Writes the page.
   *
   * @return 0
   * @throws IOException if a file cannot be read or written
   */
  @Override
  public Integer call() throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new ParameterException(spec.commandLine(), "there is no folder " + folder);
    }
    if (!write(folder)) {
      throw new ParameterException(spec.commandLine(), "there is no fit-*.csv in " + folder);
    }
    return 0;
  }

  /** Writes the page of a folder, unless that has nothing to show; returns whether it had. */
  static boolean write(Path folder) throws IOException {
    FitPage page = FitPage.of(folder);
    if (page.isEmpty()) {
      return false;
    }
    Files.write(folder.resolve("fit.md"), page.markdown());
    return true;
  }
}
