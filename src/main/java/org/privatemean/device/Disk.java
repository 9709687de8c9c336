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

/** The file operations on a device's folder. Files are accessible to their owner only. */
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

  /** Opens a file to read and write; creates it if it does not exist. */
  FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
        only("rw-------"));
  }

  void write(FileChannel channel, byte[] bytes, long place) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      channel.write(left, place + left.position());
    }
  }

  /** Replaces all bytes of a file, durably. */
  final void overwrite(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel = open(file)) {
      truncate(channel, 0);
      write(channel, bytes, 0);
      force(channel);
    }
  }

  void truncate(FileChannel channel, long size) throws IOException {
    channel.truncate(size);
  }

  void force(FileChannel channel) throws IOException {
    channel.force(true);
  }

  void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  void forceFolder(Path folder) throws IOException {
    // Elsewhere a folder cannot be opened, and the system determines when names are on the disk.
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
