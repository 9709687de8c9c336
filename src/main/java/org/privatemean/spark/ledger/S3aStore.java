package org.privatemean.spark.ledger;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A ledger on S3: a value is put on the condition that none exists, which the store checks when the
 * file is closed. Available from Hadoop 3.4.2 (HADOOP-19256); refused if the file system does not
 * report the capability.
 *
 * <p>Status 412 says that a value exists: possibly this one, since a put whose answer is lost is
 * sent again. Status 409 says that another put is in progress. Both are resolved by reading. A key
 * needs no folder, and an unclosed file was never put.
 */
class S3aStore extends FolderStore {
  /** A text, since Hadoop before 3.4.2 has no constant for it. */
  static final String CONDITIONAL = "fs.option.create.conditional.overwrite";

  private final FileSystem files;

  S3aStore(FileSystem files, Path root) {
    super(root);
    this.files = files;
  }

  @Override
  void put(Path file, byte[] bytes) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = files.createFile(file);
    builder.overwrite(false);
    builder.must(CONDITIONAL, true);
    FSDataOutputStream out = builder.build();
    try {
      out.write(bytes);
    } catch (IOException | RuntimeException failure) {
      // Closing would put what was written so far.
      out.abort();
      throw failure;
    }
    out.close();
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
    return files.listStatus(folder);
  }

  @Override
  public void check() {
    if (!settled.read(() -> files.hasPathCapability(root, CONDITIONAL))) {
      throw unavailable(
          "cannot be kept here: this S3A does not put if absent ("
              + CONDITIONAL
              + "); use hadoop-aws 3.4.2 or newer with it enabled, or jdbc:",
          null);
    }
    super.check();
  }
}
