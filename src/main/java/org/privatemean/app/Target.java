package org.privatemean.app;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.ChecksumFileSystem;
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
      if (kind != TargetKind.MODEL && files.getFileStatus(path).isDirectory()) {
        throw WrongInputException.format("%s: %s is a folder", kind.option(), path);
      }
      if (kind == TargetKind.MODEL && !isSavedStage(files, path)) {
        throw WrongInputException.format(
            "--output: %s exists and is not a saved model: it is not replaced", path);
      }
    } catch (IOException unreachable) {
      throw unusable(unreachable);
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
      return new StagedOutput(path);
    } catch (IOException unwritable) {
      throw unusable(unwritable);
    }
  }

  private WrongInputException unusable(IOException cause) {
    return new WrongInputException(
        String.format("%s: cannot write %s: %s", kind.option(), path, Failure.reason(cause)),
        cause);
  }

  /**
   * Target that is being written: to a temporary folder in its nearest existing parent, from which
   * one rename within the file system moves it in place. The folder's name identifies the target: a
   * later run that publishes it removes the folder of one that was killed.
   */
  static final class StagedOutput implements AutoCloseable {
    private final Path target;
    private final FileSystem files;
    private final Path folder;
    private final List<Path> leftovers;
    private final Path written;
    private final Path replaced;
    private boolean published;

    StagedOutput(Path target) throws IOException {
      this.target = target;
      this.files = Storage.fileSystem(target);
      Path above = target.getParent();
      while (!files.exists(above)) {
        above = above.getParent();
      }
      byte[] place = files.makeQualified(target).toString().getBytes(StandardCharsets.UTF_8);
      String start = ".private-mean-" + UUID.nameUUIDFromBytes(place) + "-";
      this.leftovers = leftovers(above, start);
      this.folder = new Path(above, start + UUID.randomUUID());
      this.written = new Path(folder, "new");
      this.replaced = new Path(folder, "old");
      if (!files.mkdirs(folder)) {
        throw new IOException("no folder can be made in " + above);
      }
      // Covers a process that is stopped during the fit.
      files.deleteOnExit(folder);
    }

    /**
     * Returns possible leftovers of earlier runs: empty folders, which a running job creates again,
     * and content that was not moved. Replaced content is never removed.
     */
    private List<Path> leftovers(Path above, String start) {
      List<Path> found = new ArrayList<>();
      try {
        for (FileStatus one : files.listStatus(above, path -> path.getName().startsWith(start))) {
          Path path = one.getPath();
          if (files.exists(new Path(path, "new"))) {
            found.add(new Path(path, "new"));
          }
          found.add(path);
        }
      } catch (IOException unlisted) {
        // Writing needs no right to list: leftovers then stay.
        return List.of();
      }
      return found;
    }

    Path path() {
      return written;
    }

    OutputStream create() throws IOException {
      // Hadoop's local file system would leave a hidden checksum file next to the file.
      FileSystem plain =
          files instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : files;
      return plain.create(written, true);
    }

    void write(byte[] content) throws IOException {
      try (OutputStream stream = create()) {
        stream.write(content);
      }
    }

    /** Moves the new content in place; {@link #undo} restores what it replaces. */
    void publish(boolean overwrite) throws IOException {
      files.cancelDeleteOnExit(folder);
      if (files.exists(target)) {
        if (!overwrite) {
          throw new IOException(target + " came into being while the job ran");
        }
        rename(target, replaced);
      }
      files.mkdirs(target.getParent());
      rename(written, target);
      published = true;
    }

    void undo() throws IOException {
      try {
        if (published) {
          files.delete(target, true);
          published = false;
        }
        if (files.exists(replaced)) {
          rename(replaced, target);
        }
      } catch (IOException failure) {
        throw new IOException(
            String.format("what was at %s is kept in %s", target, replaced), failure);
      }
    }

    private void rename(Path from, Path to) throws IOException {
      if (!files.rename(from, to)) {
        throw new IOException(String.format("%s cannot be renamed to %s", from, to));
      }
    }

    /** Removes the folder, unless it holds the only copy of content that could not be restored. */
    @Override
    public void close() throws IOException {
      files.cancelDeleteOnExit(folder);
      if (published || !files.exists(replaced)) {
        files.delete(folder, true);
      }
      if (published) {
        removeLeftovers();
      }
    }

    private void removeLeftovers() {
      try {
        for (Path leftover : leftovers) {
          boolean isContent = leftover.getName().equals("new");
          boolean isKept =
              files.exists(new Path(isContent ? leftover.getParent() : leftover, "old"));
          if (!isKept && (isContent || isEmpty(leftover))) {
            files.delete(leftover, isContent);
          }
        }
      } catch (IOException kept) {
        // The outputs of this run are in place: leftovers of others are not an error.
        return;
      }
    }

    private boolean isEmpty(Path path) throws IOException {
      return files.exists(path) && files.listStatus(path).length == 0;
    }
  }
}
