package org.privatemean.spark.ledger;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Files in memory, which several file systems share; each put can fail by plan. */
final class MemoryFiles {
  static final byte[] RIVALS = "attempt of a rival".getBytes(StandardCharsets.UTF_8);

  final Map<Path, byte[]> files = new ConcurrentSkipListMap<>();
  final Deque<Fault> plan = new ArrayDeque<>();
  private Runnable afterReading = () -> {};

  /**
   * Puts a file where there is none, in one step.
   *
   * @param failure what a failure of the plan, or a file that is there, is answered by
   */
  synchronized void put(Path file, byte[] bytes, IOException failure) throws IOException {
    Fault fault = plan.poll();
    if (fault == Fault.RIVAL_FIRST) {
      files.putIfAbsent(file, RIVALS);
    } else if (fault == Fault.PUT_LATE) {
      afterReading = () -> files.putIfAbsent(file, bytes);
    } else if (fault != Fault.NOT_PUT && files.putIfAbsent(file, bytes) == null && fault == null) {
      return;
    }
    throw failure;
  }

  synchronized FSDataInputStream open(Path file) throws IOException {
    Optional<byte[]> found = Optional.ofNullable(files.get(file));
    afterReading.run();
    afterReading = () -> {};
    return new FSDataInputStream(
        new Bytes(found.orElseThrow(() -> new FileNotFoundException(file.toString()))));
  }

  FileStatus[] list(Path folder) throws FileNotFoundException {
    FileStatus[] found =
        files.keySet().stream()
            .filter(file -> folder.equals(file.getParent()))
            .map(this::status)
            .toArray(FileStatus[]::new);
    if (found.length == 0) {
      throw new FileNotFoundException(folder.toString());
    }
    return found;
  }

  FileStatus status(Path file) {
    return new FileStatus(files.get(file).length, false, 1, 1, 0, file);
  }

  /** A file that is read from its beginning. */
  private static final class Bytes extends FSInputStream {
    private final ByteArrayInputStream in;

    Bytes(byte[] bytes) {
      in = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      return in.read(buffer, offset, length);
    }

    @Override
    public void seek(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getPos() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }
  }
}
