package org.privatemean.spark.ledger;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

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

  /**
   * Creates a ledger.
   *
   * @param files the file system
   * @param root the folder of the ledger
   */
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
  Optional<byte[]> read(Path file) throws IOException {
    try (InputStream in = files.open(file)) {
      return Optional.of(in.readAllBytes());
    } catch (FileNotFoundException absent) {
      return Optional.empty();
    }
  }

  @Override
  void delete(Path file) throws IOException {
    try {
      files.delete(file, false);
    } catch (FileNotFoundException absent) {
      return;
    }
  }

  @Override
  List<String> names(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    try {
      RemoteIterator<FileStatus> all = files.listStatus(folder);
      while (all.hasNext()) {
        names.add(all.next().getPath().getName());
      }
    } catch (FileNotFoundException absent) {
      return List.of();
    }
    return names;
  }

  @Override
  public void prepare() {
    for (Path folder :
        List.of(folder(Area.ENTRIES), folder(Area.RESULTS), folder(Area.BEATS), staging())) {
      resolver()
          .read(
              () -> {
                files.mkdir(folder, null, true);
                return true;
              });
    }
    check();
  }

  @Override
  public int clean() {
    return resolver().read(this::removeStaged);
  }

  private int removeStaged() throws IOException {
    int removed = 0;
    for (String name : names(staging())) {
      removed += files.delete(new Path(staging(), name), false) ? 1 : 0;
    }
    return removed;
  }

  private Path staging() {
    return new Path(root(), "staging");
  }
}
