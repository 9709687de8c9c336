package org.privatemean.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The steps by which a device's folder is written. What they make is its owner's only. */
class Disk {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private static FileAttribute<?>[] only(String owner) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(owner))
        }
        : new FileAttribute<?>[0];
  }

  void createFolder(Path folder) throws IOException {
    Files.createDirectories(folder, only("rwx------"));
  }

  /** Opens a file to read and write, made if there is none. */
  FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
        only("rw-------"));
  }

  /** Writes all bytes at a place. */
  void write(FileChannel channel, byte[] bytes, long place) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      channel.write(left, place + left.position());
    }
  }

  /** Cuts a file off. */
  void truncate(FileChannel channel, long size) throws IOException {
    channel.truncate(size);
  }

  /** Returns when the file is on the disk, its length included. */
  void force(FileChannel channel) throws IOException {
    channel.force(true);
  }

  /** Gives a file another name, in one step. */
  void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns when the names in a folder are on the disk. */
  void forceFolder(Path folder) throws IOException {
    // Elsewhere a folder cannot be opened, and names are as safe as the system makes them.
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
