package org.privatemean.app;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/** The local file system under another name, with failures to order. */
public final class FailingFileSystem extends RawLocalFileSystem {
  static final String SCHEME = "failing";

  /** What fails. */
  enum Failing {
    NOTHING,
    FOLDERS,
    NEW_CONTENT,
    NEW_AND_OLD_CONTENT
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

  private static void refuse(Failing failing, String what) throws IOException {
    if (ORDERED.get(0) == failing) {
      throw new IOException("no " + what + " today");
    }
  }
}
