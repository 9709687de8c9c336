package org.privatemean.spark.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;

/**
 * A ledger on HDFS: a value is written to a temporary file, forced to the disks, and then renamed
 * without overwriting, which the name node does atomically for all clients.
 *
 * <p>It must be {@code FileContext.rename}: that of {@code FileSystem} moves a file into a folder
 * of the target's name, and on other file systems the same call checks and then renames, so that
 * two can win. Temporary files are replicated: erasure-coded files cannot be forced to the disks.
 */
final class HdfsStore extends FolderStore {
  private final FileContext files;

  HdfsStore(FileContext files, Path root) {
    super(root);
    this.files = files;
  }

  @Override
  void put(Path file, byte[] bytes) throws IOException {
    Path aside = new Path(staging(), UUID.randomUUID().toString());
    try {
      write(aside, bytes);
      if (file.getParent().equals(folder(Area.BEATS))) {
        // A ledger of an older version has no folder for them.
        files.mkdir(file.getParent(), null, true);
      }
      files.rename(aside, file, Rename.NONE);
    } catch (IOException | RuntimeException failure) {
      remove(aside, failure);
      throw failure;
    }
  }

  private void write(Path aside, byte[] bytes) throws IOException {
    try (FSDataOutputStream out =
        files.create(
            aside,
            EnumSet.of(CreateFlag.CREATE, CreateFlag.SHOULD_REPLICATE),
            CreateOpts.createParent())) {
      out.write(bytes);
      out.hsync();
    }
  }

  private void remove(Path aside, Exception failure) {
    try {
      files.delete(aside, false);
    } catch (IOException kept) {
      // A leftover is harmless: verify --clean removes it.
      failure.addSuppressed(kept);
    }
  }

  @Override
  InputStream open(Path file) throws IOException {
    return files.open(file);
  }

  @Override
  void delete(Path file) throws IOException {
    files.delete(file, false);
  }

  @Override
  FileStatus[] list(Path folder) throws IOException {
    return files.util().listStatus(folder);
  }

  @Override
  public void prepare() {
    for (Path folder :
        List.of(folder(Area.ENTRIES), folder(Area.RESULTS), folder(Area.BEATS), staging())) {
      settled.read(
          () -> {
            files.mkdir(folder, null, true);
            return true;
          });
    }
    check();
  }

  @Override
  public int clean() {
    return settled.read(this::removeStaged);
  }

  private int removeStaged() throws IOException {
    int removed = 0;
    for (String name : names(staging())) {
      removed += files.delete(new Path(staging(), name), false) ? 1 : 0;
    }
    return removed;
  }

  private Path staging() {
    return new Path(root, "staging");
  }
}
