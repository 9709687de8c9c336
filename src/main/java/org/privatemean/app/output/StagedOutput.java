package org.privatemean.app.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.privatemean.app.input.Storage;

/**
 * A target while it is being written: in its own folder in the nearest folder above the target that
 * exists, so that putting it in place is one rename within a file system.
 *
 * <p>The folder's name says which target it is for. A run that is killed leaves its folder; a later
 * run of the same target that has published removes it.
 */
final class StagedOutput implements AutoCloseable {
  private final Path target;
  private final FileSystem files;
  private final Path folder;
  private final List<Path> leftovers;
  private final Path written;
  private final Path replaced;
  private boolean published;

  private StagedOutput(Path target, FileSystem files, Path folder, List<Path> leftovers) {
    this.target = target;
    this.files = files;
    this.folder = folder;
    this.leftovers = leftovers;
    this.written = new Path(folder, "new");
    this.replaced = new Path(folder, "old");
  }

  static StagedOutput beside(Path target) throws IOException {
    FileSystem files = Storage.fileSystem(target);
    Path above = target.getParent();
    while (!files.exists(above)) {
      above = above.getParent();
    }
    byte[] place = files.makeQualified(target).toString().getBytes(StandardCharsets.UTF_8);
    String start = ".private-mean-" + UUID.nameUUIDFromBytes(place) + "-";
    List<Path> leftovers = leftovers(files, above, start);
    Path folder = new Path(above, start + UUID.randomUUID());
    if (!files.mkdirs(folder)) {
      throw new IOException("no folder can be made in " + above);
    }
    // For a process that is stopped while the fit runs.
    files.deleteOnExit(folder);
    return new StagedOutput(target, files, folder, leftovers);
  }

  /**
   * Returns what earlier runs of the target may have left: folders that are empty, and what was
   * written and not put in place. A folder that is empty may be that of a run that lives, which
   * makes it anew when it writes. A copy of what was in place before is never removed.
   */
  private static List<Path> leftovers(FileSystem files, Path above, String start) {
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
      // To write needs no right to list: what was left then stays.
      return List.of();
    }
    return found;
  }

  /** Returns where the new content is to be written. */
  Path path() {
    return written;
  }

  /** Writes a text as the new content. */
  void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the bytes of a file as the new content. */
  void write(byte[] content) throws IOException {
    write(stream -> stream.write(content));
  }

  /** Writes the content of a file. */
  @FunctionalInterface
  interface Content {
    void to(OutputStream stream) throws IOException;
  }

  /** Writes what need not be held as a whole as the new content. */
  void write(Content content) throws IOException {
    // A local file system of Hadoop would leave a hidden checksum file next to the file.
    FileSystem plain =
        files instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : files;
    try (OutputStream stream = plain.create(written, true)) {
      content.to(stream);
    }
  }

  /**
   * Puts the new content in place.
   *
   * @param overwrite whether something there is replaced, which {@link #undo} puts back
   * @throws IOException if that fails or something is there that was not when the run began
   */
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

  /**
   * Puts back what was in place before.
   *
   * @throws IOException if that fails; says where it is kept
   */
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

  /** Removes the folder, unless it holds the only copy of what could not be put back. */
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
        boolean isKept = files.exists(new Path(isContent ? leftover.getParent() : leftover, "old"));
        if (!isKept && (isContent || isEmpty(leftover))) {
          files.delete(leftover, isContent);
        }
      }
    } catch (IOException kept) {
      // The outputs of this run are in place, which is all that it promises.
      return;
    }
  }

  private boolean isEmpty(Path path) throws IOException {
    return files.exists(path) && files.listStatus(path).length == 0;
  }
}
