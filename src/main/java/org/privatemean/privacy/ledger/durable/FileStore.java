package org.privatemean.privacy.ledger.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
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
import java.util.UUID;
import java.util.stream.Stream;
import org.privatemean.privacy.ledger.durable.LedgerStore.PutIfAbsentResolver;
import org.privatemean.refusal.Refusal;

/**
 * A store of a ledger in a folder of a local or mounted disk: one file per entry and per result. A
 * put writes a file in {@code staging}, forces it to the disk, and gives it its name by a hard
 * link: of several links of one name exactly one is made, over NFS too, and it is whole from the
 * start. Then the folder is forced. Never by Hadoop, whose local file system checks for a file
 * before it creates it.
 */
public final class FileStore implements LedgerStore {
  private final Path root;
  private final Path staging;
  private final StoreDisk disk;
  private final PutIfAbsentResolver settled =
      new PutIfAbsentResolver(failed -> unavailable("cannot be written", failed));

  FileStore(Path root, StoreDisk disk) {
    this.root = root.toAbsolutePath().normalize();
    this.staging = this.root.resolve("staging");
    this.disk = disk;
  }

  public static FileStore open(Path folder) {
    return new FileStore(folder, new StoreDisk());
  }

  @Override
  public boolean putIfAbsent(Area area, long number, byte[] bytes) {
    Path file = file(area, number);
    Path staged = staging.resolve(attempt());
    try {
      if (area == Area.BEATS) {
        // A ledger made by an older version has no folder for them.
        Files.createDirectories(file.getParent());
      }
      disk.write(staged, bytes);
      boolean won = settled.put(bytes, () -> link(file, staged), () -> disk.read(file));
      if (won) {
        disk.force(file.getParent());
      }
      // A staged file that is left behind is harmless.
      remove(staged);
      return won;
    } catch (IOException failed) {
      throw unavailable("cannot be written", failed);
    }
  }

  private boolean remove(Path file) {
    try {
      disk.delete(file);
      return true;
    } catch (IOException kept) {
      return false;
    }
  }

  private boolean link(Path file, Path staged) throws IOException {
    try {
      disk.link(file, staged);
      return true;
    } catch (UnsupportedOperationException noLinks) {
      throw new IOException(noLinks);
    }
  }

  @Override
  public Optional<byte[]> get(Area area, long number) {
    try {
      return disk.read(file(area, number));
    } catch (IOException failed) {
      throw unavailable("cannot be read", failed);
    }
  }

  /** Lists the folder before it reads from 0 on, so that a missing entry is detected. */
  @Override
  public List<byte[]> entriesFrom(long first) {
    List<Long> listed = first == 0 ? numbers(Area.ENTRIES) : List.of();
    long last = listed.isEmpty() ? -1 : listed.get(listed.size() - 1);
    List<byte[]> found = LedgerStore.super.entriesFrom(first);
    if (first + found.size() <= last) {
      throw new LedgerUnavailableException(
          String.format(
              "ledger %s cannot be used: entry %d is missing, and entry %d is there",
              Refusal.literal(name()), found.size(), last));
    }
    return found;
  }

  @Override
  public List<Long> numbers(Area area) {
    try {
      return Area.numbers(disk.names(folder(area)));
    } catch (NoSuchFileException absent) {
      return List.of();
    } catch (IOException failed) {
      throw unavailable("cannot be listed", failed);
    }
  }

  @Override
  public boolean removeBeat(long number) {
    return remove(file(Area.BEATS, number));
  }

  @Override
  public void prepare() {
    try {
      Path known = root;
      while (!Files.exists(known) && known.getParent() != null) {
        known = known.getParent();
      }
      for (Area area : Area.values()) {
        Files.createDirectories(folder(area));
      }
      Files.createDirectories(staging);
      // Each new folder is a name in its parent.
      for (Path above = root; above.startsWith(known); above = above.getParent()) {
        disk.force(above);
      }
    } catch (IOException failed) {
      throw unavailable("cannot be made", failed);
    }
    checkLinks();
  }

  private void checkLinks() {
    Path file = staging.resolve(attempt());
    Path name = staging.resolve(attempt());
    try {
      disk.write(file, new byte[] {'?'});
      disk.link(name, file);
      if (linksAgain(name, file)) {
        throw unavailable("is on a disk on which two files can have the same name", null);
      }
      disk.delete(name);
      disk.delete(file);
    } catch (IOException | UnsupportedOperationException failed) {
      throw new LedgerUnavailableException(
          String.format(
              "%s is on a disk without hard links, which a ledger needs: set {ledger} to a "
                  + "folder elsewhere, or to a database by jdbc:",
              Refusal.literal(name())),
          failed);
    }
  }

  private boolean linksAgain(Path name, Path file) throws IOException {
    try {
      disk.link(name, file);
      return true;
    } catch (FileAlreadyExistsException asItShould) {
      return false;
    }
  }

  /** Checks only the folders: hard links of the disk were checked when the ledger was made. */
  @Override
  public void check() {
    for (Path folder : List.of(folder(Area.ENTRIES), folder(Area.RESULTS), staging)) {
      if (!Files.isDirectory(folder)) {
        throw unavailable("has no folder " + folder.getFileName(), null);
      }
    }
  }

  @Override
  public int clean() {
    try {
      List<String> left = disk.names(staging);
      for (String name : left) {
        disk.delete(staging.resolve(name));
      }
      return left.size();
    } catch (IOException failed) {
      throw unavailable("cannot be cleaned", failed);
    }
  }

  @Override
  public String name() {
    return "file:" + root;
  }

  private Path folder(Area area) {
    return root.resolve(area.folder());
  }

  private Path file(Area area, long number) {
    return root.resolve(area.file(number));
  }

  private static String attempt() {
    return UUID.randomUUID().toString();
  }

  private LedgerUnavailableException unavailable(String how, Exception cause) {
    String why = cause == null ? "" : " (" + cause.getClass().getSimpleName() + ")";
    return new LedgerUnavailableException(
        String.format(
            "ledger %s %s%s: check that its disk is mounted and that this account may read "
                + "it and create files in it",
            Refusal.literal(name()), how, why),
        cause);
  }

  static class StoreDisk {
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

    void link(Path name, Path file) throws IOException {
      Files.createLink(name, file);
    }

    /** Forces the names in a folder to the disk. */
    void force(Path folder) throws IOException {
      // Elsewhere a folder cannot be opened, and the system alone determines when names are
      // durable.
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
}
