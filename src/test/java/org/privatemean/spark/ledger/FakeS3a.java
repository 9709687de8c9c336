package org.privatemean.spark.ledger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** As S3A: a file is put when it is closed, if none is there and that was asked for. */
final class FakeS3a extends FileSystem {
  private final MemoryFiles files;
  private final boolean isAble;

  /** The answer to a put that fails: of S3, 412 or 409, or none in time. */
  private final String answer;

  FakeS3a(MemoryFiles files, boolean isAble, String answer) {
    this.files = files;
    this.isAble = isAble;
    this.answer = answer;
    setConf(new Configuration(false));
  }

  @Override
  public URI getUri() {
    return URI.create("s3a://bucket");
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return (isAble && capability.equals("fs.option.create.conditional.overwrite"))
        || super.hasPathCapability(path, capability);
  }

  @Override
  public FSDataOutputStreamBuilder<?, ?> createFile(Path path) {
    return new Builder(this, path);
  }

  /** As that of S3A, which refuses what it does not know and must. */
  private final class Builder extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
    Builder(FileSystem system, Path path) {
      super(system, path);
    }

    @Override
    public Builder getThisBuilder() {
      return this;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
      rejectUnknownMandatoryKeys(
          isAble ? Set.of("fs.option.create.conditional.overwrite") : Set.of(), "");
      boolean isConditional =
          getMandatoryKeys().contains("fs.option.create.conditional.overwrite")
              && getOptions().getBoolean("fs.option.create.conditional.overwrite", false);
      Path path = getPath();
      return new FSDataOutputStream(
          new ByteArrayOutputStream() {
            @Override
            public void close() throws IOException {
              if (isConditional) {
                files.put(path, toByteArray(), new IOException(answer));
              } else {
                files.files.put(path, toByteArray());
              }
            }
          },
          null);
    }
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return files.open(path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return files.list(path);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean rename(Path from, Path to) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    throw new AccessDeniedException("jobs may not delete");
  }

  @Override
  public void setWorkingDirectory(Path folder) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("s3a://bucket/");
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) {
    throw new UnsupportedOperationException("no unconditional puts");
  }

  @Override
  public FileStatus getFileStatus(Path path) {
    return files.status(path);
  }
}
