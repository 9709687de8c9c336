package org.privatemean.app;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** File or folder that a run writes. */
record Target(TargetKind kind, Path path) {
  /** Kinds of outputs; a model is a folder, all else a file. */
  enum TargetKind {
    MODEL("--output", "model"),
    REPORT("--report", "report"),
    PLOT("--plot", "picture"),
    PAGE("--html", "page");

    private final String option;
    private final String noun;

    TargetKind(String option, String noun) {
      this.option = option;
      this.noun = noun;
    }

    String noun() {
      return noun;
    }

    String option() {
      return option;
    }
  }

  static Optional<Target> parse(TargetKind kind, String path) {
    return Optional.ofNullable(path)
        .map(text -> new Target(kind, Storage.path(kind.option(), text)));
  }

  /** Returns the path in the form that a shell accepts. */
  String display() {
    URI uri = path.toUri();
    return "file".equals(uri.getScheme()) ? uri.getPath() : path.toString();
  }

  void check(boolean overwrite) {
    try {
      FileSystem files = Storage.fileSystem(path);
      if (!files.exists(path)) {
        return;
      }
      if (!overwrite) {
        throw WrongInputException.format(
            "%s: %s exists: give --overwrite to replace it", kind.option(), path);
      }
      checkKind(files);
    } catch (IOException unreachable) {
      throw unusable(unreachable);
    }
  }

  private void checkKind(FileSystem files) throws IOException {
    FileStatus status = files.getFileStatus(path);
    if (kind != TargetKind.MODEL && status.isDirectory()) {
      throw WrongInputException.format("%s: %s is a folder", kind.option(), path);
    }
    if (kind == TargetKind.MODEL && !isSavedStage(files, path)) {
      throw WrongInputException.format(
          "--output: %s exists and is not a saved model: it is not replaced", path);
    }
  }

  /** True if a folder has the structure of a saved Spark ML stage. */
  public static boolean isSavedStage(FileSystem files, Path path) throws IOException {
    return files.exists(new Path(path, "metadata")) && files.exists(new Path(path, "data"));
  }

  /** Returns the folders of the stages of a saved pipeline, in order; empty for anything else. */
  public static List<Path> stagesOf(FileSystem files, Path path) throws IOException {
    Path stages = new Path(path, "stages");
    if (!files.exists(new Path(path, "metadata")) || !files.exists(stages)) {
      return List.of();
    }
    return Arrays.stream(files.listStatus(stages)).map(FileStatus::getPath).sorted().toList();
  }

  /** Prepares a staging folder near the target. Success shows that the target can be written. */
  StagedOutput stage() {
    try {
      return StagedOutput.beside(path);
    } catch (IOException unwritable) {
      throw unusable(unwritable);
    }
  }

  private WrongInputException unusable(IOException cause) {
    return new WrongInputException(
        String.format("%s: cannot write %s: %s", kind.option(), path, Failure.reason(cause)),
        cause);
  }
}
