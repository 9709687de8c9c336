package org.privatemean.spark.ledger;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerStore.PutIfAbsentResolver;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.refusal.Refusal;

/** A ledger in a folder of a Hadoop file system: one file per entry and per result. */
abstract class FolderStore implements LedgerStore {
  /** Number of concurrent reads: each costs latency, not work. */
  private static final int AT_ONCE = 16;

  private static final String PROBE = "probe";

  final Path root;
  final PutIfAbsentResolver settled = new PutIfAbsentResolver(this::unreachable);

  FolderStore(Path root) {
    this.root = root;
  }

  /** Writes a whole file if it does not exist; fails if it exists. */
  abstract void put(Path file, byte[] bytes) throws IOException;

  /** Opens a file; FileNotFoundException if it does not exist, as in the next two. */
  abstract InputStream open(Path file) throws IOException;

  abstract void delete(Path file) throws IOException;

  abstract FileStatus[] list(Path folder) throws IOException;

  private Optional<byte[]> read(Path file) throws IOException {
    try (InputStream in = open(file)) {
      return Optional.of(in.readAllBytes());
    } catch (FileNotFoundException absent) {
      return Optional.empty();
    }
  }

  /** Returns the names of the files in a folder; none if the folder does not exist. */
  final List<String> names(Path folder) throws IOException {
    try {
      return Arrays.stream(list(folder)).map(file -> file.getPath().getName()).toList();
    } catch (FileNotFoundException absent) {
      return List.of();
    }
  }

  @Override
  public final boolean putIfAbsent(Area area, long number, byte[] bytes) {
    return put(bytes, file(area, number));
  }

  private boolean put(byte[] bytes, Path file) {
    return settled.put(
        bytes,
        () -> {
          put(file, bytes);
          return true;
        },
        () -> read(file));
  }

  @Override
  public final Optional<byte[]> get(Area area, long number) {
    return settled.read(() -> read(file(area, number)));
  }

  /** Lists the files and reads 16 at a time; files put after the listing are read by name. */
  @Override
  public final List<byte[]> entriesFrom(long first) {
    if (first > 0 && get(Area.ENTRIES, first).isEmpty()) {
      return List.of();
    }
    List<Long> listed = numbers(Area.ENTRIES).stream().filter(number -> number >= first).toList();
    List<byte[]> found = new ArrayList<>(read(run(listed, first)));
    found.addAll(LedgerStore.super.entriesFrom(first + found.size()));
    long end = first + found.size();
    // A file is put after all before it, and those existed when it was listed.
    if (!listed.isEmpty() && listed.get(listed.size() - 1) > end) {
      throw unavailable(
          String.format(
              "cannot be used: entry %d is missing, and entry %d is there",
              end, listed.get(listed.size() - 1)),
          null);
    }
    return found;
  }

  /** Returns the consecutive numbers from the first on. */
  private static List<Long> run(List<Long> sorted, long first) {
    int length = 0;
    while (length < sorted.size() && sorted.get(length) == first + length) {
      length++;
    }
    return sorted.subList(0, length);
  }

  private List<byte[]> read(List<Long> entries) {
    if (entries.isEmpty()) {
      return List.of();
    }
    ExecutorService readers = Executors.newFixedThreadPool(Math.min(AT_ONCE, entries.size()));
    try {
      List<Future<byte[]>> reading = new ArrayList<>();
      for (long number : entries) {
        Path file = file(Area.ENTRIES, number);
        reading.add(readers.submit(() -> settled.read(() -> whole(file))));
      }
      List<byte[]> bodies = new ArrayList<>();
      for (Future<byte[]> one : reading) {
        bodies.add(one.get());
      }
      return bodies;
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof LedgerUnavailableException unavailable) {
        throw unavailable;
      }
      throw new IllegalStateException(failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw unreachable(interrupted);
    } finally {
      readers.shutdownNow();
    }
  }

  private byte[] whole(Path file) throws IOException {
    return read(file).orElseThrow(() -> new IOException("a listed file is not there"));
  }

  @Override
  public final List<Long> numbers(Area area) {
    return Area.numbers(settled.read(() -> names(folder(area))));
  }

  @Override
  public final boolean removeBeat(long number) {
    try {
      delete(file(Area.BEATS, number));
      return true;
    } catch (FileNotFoundException absent) {
      return true;
    } catch (IOException kept) {
      return false;
    }
  }

  @Override
  public void check() {
    Path file = new Path(folder(Area.ENTRIES), PROBE);
    put(probe(), file);
    Optional<byte[]> first = settled.read(() -> read(file));
    boolean second = put(probe(), file);
    Optional<byte[]> then = settled.read(() -> read(file));
    if (second || first.isEmpty() || !Arrays.equals(first.get(), then.orElse(null))) {
      throw unavailable(
          "lets a second value in under one key: it cannot keep a ledger; use jdbc:", null);
    }
  }

  private static byte[] probe() {
    return ("probe " + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
  }

  final Path folder(Area area) {
    return new Path(root, area.folder());
  }

  private Path file(Area area, long number) {
    return new Path(root, area.file(number));
  }

  @Override
  public final String name() {
    return root.toString();
  }

  private LedgerUnavailableException unreachable(Exception failure) {
    return unavailable("cannot be reached: " + failure.getClass().getSimpleName(), failure);
  }

  final LedgerUnavailableException unavailable(String what, Exception cause) {
    return new LedgerUnavailableException(
        Refusal.literal("the ledger " + name() + " ") + what, cause);
  }

  /**
   * A ledger on HDFS: a value is written to a temporary file, forced to the disks, and then renamed
   * without overwriting, which the name node does atomically for all clients.
   *
   * <p>It must be {@code FileContext.rename}: that of {@code FileSystem} moves a file into a folder
   * of the target's name, and on other file systems the same call checks and then renames, so that
   * two can win. Temporary files are replicated: erasure-coded files cannot be forced to the disks.
   */
  static final class HdfsStore extends FolderStore {
    private final FileContext files;

    HdfsStore(FileContext files, Path root) {
      super(root);
      this.files = files;
    }

    @Override
    void put(Path file, byte[] bytes) throws IOException {
      Path aside = new Path(staging(), UUID.randomUUID().toString());
      try {
        write(aside, bytes);
        if (file.getParent().equals(folder(Area.BEATS))) {
          // A ledger of an older version has no folder for them.
          files.mkdir(file.getParent(), null, true);
        }
        files.rename(aside, file, Rename.NONE);
      } catch (IOException | RuntimeException failure) {
        remove(aside, failure);
        throw failure;
      }
    }

    private void write(Path aside, byte[] bytes) throws IOException {
      try (FSDataOutputStream out =
          files.create(
              aside,
              EnumSet.of(CreateFlag.CREATE, CreateFlag.SHOULD_REPLICATE),
              CreateOpts.createParent())) {
        out.write(bytes);
        out.hsync();
      }
    }

    private void remove(Path aside, Exception failure) {
      try {
        files.delete(aside, false);
      } catch (IOException kept) {
        // A leftover is harmless: verify --clean removes it.
        failure.addSuppressed(kept);
      }
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
      return files.util().listStatus(folder);
    }

    @Override
    public void prepare() {
      for (Path folder :
          List.of(folder(Area.ENTRIES), folder(Area.RESULTS), folder(Area.BEATS), staging())) {
        settled.read(
            () -> {
              files.mkdir(folder, null, true);
              return true;
            });
      }
      check();
    }

    @Override
    public int clean() {
      return settled.read(this::removeStaged);
    }

    private int removeStaged() throws IOException {
      int removed = 0;
      for (String name : names(staging())) {
        removed += files.delete(new Path(staging(), name), false) ? 1 : 0;
      }
      return removed;
    }

    private Path staging() {
      return new Path(root, "staging");
    }
  }

  /**
   * A ledger on S3: a value is put on the condition that none exists, which the store checks when
   * the file is closed. Available from Hadoop 3.4.2 (HADOOP-19256); refused if the file system does
   * not report the capability.
   *
   * <p>Status 412 says that a value exists: possibly this one, since a put whose answer is lost is
   * sent again. Status 409 says that another put is in progress. Both are resolved by reading. A
   * key needs no folder, and an unclosed file was never put.
   */
  static class S3aStore extends FolderStore {
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
}
