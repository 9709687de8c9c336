package org.privatemean.spark.ledger;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;

/** As HDFS: renaming without overwriting is one step. FileContext makes it, by its class's name. */
public final class FakeHdfs extends AbstractFileSystem {
  /** By the host of the URI. */
  static final Map<String, MemoryFiles> DISKS = new ConcurrentHashMap<>();

  private final MemoryFiles files;

  /** As FileContext calls it. */
  public FakeHdfs(URI uri, Configuration settings) throws URISyntaxException {
    super(uri, "hdfs", true, 8020);
    files = DISKS.get(uri.getHost());
  }

  @Override
  public int getUriDefaultPort() {
    return 8020;
  }

  @Override
  public FSDataOutputStream createInternal(
      Path path,
      EnumSet<CreateFlag> flags,
      FsPermission permission,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress,
      ChecksumOpt checksum,
      boolean createParent)
      throws IOException {
    if (!flags.contains(CreateFlag.SHOULD_REPLICATE) || flags.contains(CreateFlag.OVERWRITE)) {
      throw new IOException("cannot be forced to the disks");
    }
    return new FSDataOutputStream(new Written(path), null);
  }

  /** What was not forced to the disks is not there. */
  private final class Written extends ByteArrayOutputStream implements Syncable {
    private final Path path;

    Written(Path path) {
      this.path = path;
    }

    @Override
    public void hsync() {
      files.files.put(path, toByteArray());
    }

    @Override
    public void hflush() {
      throw new UnsupportedOperationException();
    }
  }

  @Override
  public void renameInternal(Path from, Path to, boolean overwrite) throws IOException {
    byte[] bytes = files.files.get(from);
    if (bytes == null) {
      throw new FileNotFoundException(from.toString());
    }
    if (overwrite) {
      throw new IOException("overwrites");
    }
    files.put(to, bytes, new FileAlreadyExistsException(to.toString()));
    files.files.remove(from);
  }

  @Override
  public void renameInternal(Path from, Path to) throws IOException {
    renameInternal(from, to, false);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return files.open(path);
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    return files.files.remove(path) != null;
  }

  @Override
  public FileStatus[] listStatus(Path path) throws FileNotFoundException {
    return files.list(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws FileNotFoundException {
    if (!files.files.containsKey(path)) {
      throw new FileNotFoundException(path.toString());
    }
    return files.status(path);
  }

  @Override
  public void mkdir(Path path, FsPermission permission, boolean createParent) {
    // Folders are where files are.
  }

  @Override
  @Deprecated
  public FsServerDefaults getServerDefaults() {
    int block = 1 << 20;
    return new FsServerDefaults(
        block, 512, block, (short) 1, block, false, 0, DataChecksum.Type.CRC32);
  }

  @Override
  public boolean setReplication(Path path, short replication) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setPermission(Path path, FsPermission permission) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setOwner(Path path, String user, String group) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChecksum getFileChecksum(Path path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public BlockLocation[] getFileBlockLocations(Path path, long start, long length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FsStatus getFsStatus() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setVerifyChecksum(boolean verify) {
    throw new UnsupportedOperationException();
  }
}
