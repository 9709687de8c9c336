package org.privatemean.app;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;

/** The local file system under another name, with failures to order. */
public final class FailingFileSystem extends RawLocalFileSystem {
  static final String SCHEME = "failing";

  /** What fails. */
  enum Failing {
    NOTHING,
    FOLDERS,
    NEW_CONTENT,
    NEW_AND_OLD_CONTENT,
    READING,
    LISTING
  }

  private static final List<Failing> ORDERED = new ArrayList<>(List.of(Failing.NOTHING));

  static void order(Failing failing) {
    ORDERED.set(0, failing);
  }

  static String path(java.nio.file.Path path) {
    return SCHEME + "://" + path;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    refuse(Failing.FOLDERS, "folders");
    return super.mkdirs(path, permission);
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    refuse(Failing.FOLDERS, "folders");
    return super.mkdirs(path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    if (from.getName().equals("new")) {
      refuse(Failing.NEW_CONTENT, "renames");
    }
    if (from.getName().equals("new") || from.getName().equals("old")) {
      refuse(Failing.NEW_AND_OLD_CONTENT, "renames");
    }
    return super.rename(from, to);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    deny(Failing.READING);
    return super.open(path, bufferSize);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    deny(Failing.LISTING);
    return super.listStatus(path);
  }

  /** As a file system with permissions does: root may read every local file. */
  private static void deny(Failing failing) throws IOException {
    if (ORDERED.get(0) == failing) {
      throw new AccessControlException("Permission denied: user=canary7731, access=READ");
    }
  }

  private static void refuse(Failing failing, String what) throws IOException {
    if (ORDERED.get(0) == failing) {
      throw new IOException("no " + what + " today");
    }
  }
}
