package org.privatemean.privacy.ledger.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The disk operations of a store of files. */
class StoreDisk {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  /** Writes a new read-only file, and forces it to the disk. */
  void write(Path file, byte[] bytes) throws IOException {
    FileAttribute<?>[] readOnly =
        POSIX
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r-----"))
            }
            : new FileAttribute<?>[0];
    try (FileChannel channel = FileChannel.open(file, NEW, readOnly)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  /** Creates a hard link; fails if the name exists. */
  void link(Path name, Path file) throws IOException {
    Files.createLink(name, file);
  }

  /** Forces the names in a folder to the disk. */
  void force(Path folder) throws IOException {
    // Elsewhere a folder cannot be opened, and the system alone determines when names are durable.
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  /** Returns the bytes of a file; empty if it does not exist. */
  Optional<byte[]> read(Path file) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
