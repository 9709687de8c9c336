package org.privatemean.privacy.ledger.durable;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Stores of files whose process may die before each step, some of which put in wrong ways. */
public final class TestDisks {
  private TestDisks() {}

  /**
   * A store of files.
   *
   * @param step called before each step on the disk, and amid writes
   */
  public static FileStore stepping(Path folder, Runnable step) {
    return new FileStore(folder, new Stepping(step));
  }

  /** One that creates the file first and writes then: a crash leaves a torn entry. */
  public static FileStore creating(Path folder, Runnable step) {
    return new FileStore(
        folder,
        new Stepping(step) {
          @Override
          void link(Path name, Path file) throws IOException {
            Files.createFile(name);
            step.run();
            Files.write(name, Files.readAllBytes(file), StandardOpenOption.WRITE);
          }
        });
  }

  /** One that looks whether the name is free first and renames then, as Hadoop's local files do. */
  public static FileStore renaming(Path folder, Runnable step) {
    return new FileStore(
        folder,
        new Stepping(step) {
          @Override
          void link(Path name, Path file) throws IOException {
            if (Files.exists(name)) {
              throw new FileAlreadyExistsException(name.toString());
            }
            step.run();
            sleep();
            Files.move(file, name, StandardCopyOption.ATOMIC_MOVE);
          }
        });
  }

  private static void sleep() throws IOException {
    try {
      Thread.sleep(2);
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  private static class Stepping extends FileStore.StoreDisk {
    private final Runnable step;

    Stepping(Runnable step) {
      this.step = step;
    }

    @Override
    void write(Path file, byte[] bytes) throws IOException {
      step.run();
      Path half = file.resolveSibling(file.getFileName() + "-half");
      super.write(half, Arrays.copyOf(bytes, bytes.length / 2));
      step.run();
      super.delete(half);
      super.write(file, bytes);
    }

    @Override
    void link(Path name, Path file) throws IOException {
      step.run();
      super.link(name, file);
    }

    @Override
    void force(Path folder) throws IOException {
      step.run();
      super.force(folder);
    }

    @Override
    void delete(Path file) throws IOException {
      step.run();
      super.delete(file);
    }

    @Override
    Optional<byte[]> read(Path file) throws IOException {
      step.run();
      return super.read(file);
    }

    @Override
    List<String> names(Path folder) throws IOException {
      step.run();
      return super.names(folder);
    }
  }
}
