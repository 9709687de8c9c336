package org.privatemean.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.privatemean.device.JournalEntry.AnsweredRound;
import org.privatemean.noise.DigestBits;
import org.privatemean.protocol.BinaryCodec;

/**
 * A ledger on a disk: a header with the tag of the device's key, and entries, each with its length,
 * its bytes, and the SHA-256 of the previous checksum and of both. It only grows. The {@link
 * JournalDigest} is written and forced first, then the entry. So after a crash the ledger has the
 * number of entries of the digest, or one fewer, whose call did not return: if that is an answer,
 * it counts as given with nothing to send. Any other difference is damage.
 */
final class LedgerFile implements AutoCloseable {
  private static final byte[] HEADER = "PMDEVLG1".getBytes(StandardCharsets.US_ASCII);
  private static final int SUM_BYTES = 32;
  private static final int HEADER_BYTES = HEADER.length + SUM_BYTES;

  private final Disk disk;
  private final FileChannel ledger;
  private final FileChannel mark;
  private final List<JournalEntry> kept = new ArrayList<>();
  private byte[] checksum;
  private long end;
  private long count;
  private boolean broken;

  private LedgerFile(Disk disk, FileChannel ledger, FileChannel mark, byte[] keyTag) {
    this.disk = disk;
    this.ledger = ledger;
    this.mark = mark;
    this.checksum = DigestBits.sha256(header(keyTag));
    this.end = HEADER_BYTES;
  }

  private static byte[] header(byte[] keyTag) {
    return ByteBuffer.allocate(HEADER_BYTES).put(HEADER).put(keyTag).array();
  }

  /** Returns true if the files hold more than {@link #create} writes, complete or not. */
  static boolean holdsEntries(Path ledger, Path mark) throws IOException {
    boolean entries = Files.exists(ledger) && Files.size(ledger) > HEADER_BYTES;
    return entries
        || (Files.exists(mark)
            && JournalDigest.read(mark).map(last -> last.number() > 0).orElse(false));
  }

  /** Creates an empty ledger, and overwrites an incomplete one. */
  static void create(Path ledger, Path mark, byte[] keyTag, Disk disk) throws IOException {
    disk.overwrite(ledger, header(keyTag));
    disk.overwrite(mark, JournalDigest.NONE.toBytes());
    disk.forceFolder(ledger.getParent());
  }

  static LedgerFile open(Path ledgerFile, Path markFile, byte[] keyTag, Disk disk)
      throws IOException {
    byte[] bytes = Files.readAllBytes(ledgerFile);
    Optional<JournalDigest> last = JournalDigest.read(markFile);
    if (last.isEmpty()) {
      throw RefusedException.forDamage(
          "the mark of the ledger's last entry is not what was written");
    }
    if (!Arrays.equals(Arrays.copyOf(bytes, HEADER_BYTES), header(keyTag))) {
      throw RefusedException.forDamage(
          "the ledger does not belong to the key, or its beginning is lost");
    }
    FileChannel ledger = disk.open(ledgerFile);
    try {
      LedgerFile opened = new LedgerFile(disk, ledger, disk.open(markFile), keyTag);
      try {
        opened.read(bytes);
        opened.settle(last.get(), bytes.length);
        return opened;
      } catch (IOException | RuntimeException refused) {
        opened.mark.close();
        throw refused;
      }
    } catch (IOException | RuntimeException refused) {
      ledger.close();
      throw refused;
    }
  }

  /** Reads entries as far as they are complete. */
  private void read(byte[] bytes) {
    while (bytes.length - end >= Integer.BYTES) {
      int start = (int) end;
      int length = ByteBuffer.wrap(bytes).getInt(start);
      long after = end + Integer.BYTES + (long) length + SUM_BYTES;
      if (length < 0 || after > bytes.length) {
        return;
      }
      int sumStart = (int) after - SUM_BYTES;
      byte[] sum = DigestBits.sha256(checksum, Arrays.copyOfRange(bytes, start, sumStart));
      if (!Arrays.equals(bytes, sumStart, (int) after, sum, 0, SUM_BYTES)) {
        return;
      }
      try {
        kept.add(JournalEntry.read(Arrays.copyOfRange(bytes, start + Integer.BYTES, sumStart)));
      } catch (IOException other) {
        throw RefusedException.forDamage("the ledger has an entry of another version");
      }
      took(after, sum);
    }
  }

  private void took(long after, byte[] sum) {
    end = after;
    checksum = sum;
    count++;
  }

  /** Compares the entries with the digest, and marks the last one as lost if it is torn. */
  private void settle(JournalDigest last, long size) throws IOException {
    boolean whole = last.number() == count && size == end;
    boolean torn = last.number() == count + 1;
    if (!whole && !torn) {
      throw RefusedException.forDamage(
          "the entries of the ledger differ from those that were written");
    }
    if (torn) {
      disk.truncate(ledger, end);
      disk.force(ledger);
      Optional<JournalEntry> lost = last.lost();
      // Otherwise a run was not joined.
      if (lost.isPresent()) {
        append(lost.get());
        kept.add(lost.get());
      }
    }
  }

  List<JournalEntry> entries() {
    return List.copyOf(kept);
  }

  /** Stores an entry durably before it returns; after a failure nothing more is accepted. */
  void append(JournalEntry entry) {
    if (broken || !ledger.isOpen()) {
      throw new RefusedException(
          "the device's ledger could not be written before, or is closed: open the device anew");
    }
    byte[] form = BinaryCodec.bytes(entry::write);
    byte[] start =
        ByteBuffer.allocate(Integer.BYTES + form.length).putInt(form.length).put(form).array();
    byte[] sum = DigestBits.sha256(checksum, start);
    byte[] whole = ByteBuffer.allocate(start.length + SUM_BYTES).put(start).put(sum).array();
    broken = true;
    try {
      JournalDigest.compute(count + 1, entry).write(mark, disk);
      disk.write(ledger, whole, end);
      disk.force(ledger);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "the device's ledger cannot be written: nothing is sent", failed);
    }
    broken = false;
    took(end + whole.length, sum);
  }

  @Override
  public void close() throws IOException {
    try (ledger) {
      mark.close();
    }
  }

  /**
   * The digest of a ledger's last entry, written before the entry itself, for {@link LedgerFile}.
   * The file has two slots that are written alternately, each with its checksum: the higher valid
   * number counts.
   *
   * @param number of the entry, 1 for the first; 0 if there is none
   * @param run index of the answered run, or -1 if it is not an answer
   * @param round index of the answered round
   * @param digest of the state, 64 hexadecimal digits; that of nothing if it is not an answer
   */
  record JournalDigest(long number, int run, int round, String digest) {
    private static final byte[] HEADER = "PMDEVMK1".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES = HEADER.length + Long.BYTES + 2 * Integer.BYTES + 2 * SUM_BYTES;

    /** Distance of the slots, so that no disk writes both at once. */
    private static final int PLACE_BYTES = 4096;

    private static final String NO_DIGEST = "0".repeat(2 * SUM_BYTES);
    static final JournalDigest NONE = new JournalDigest(0, -1, 0, NO_DIGEST);

    static JournalDigest compute(long number, JournalEntry entry) {
      return entry instanceof AnsweredRound answered
          ? new JournalDigest(number, answered.run(), answered.round(), answered.digest())
          : new JournalDigest(number, -1, 0, NO_DIGEST);
    }

    /** Returns the entry of an answer that was lost, without its bundle. */
    Optional<JournalEntry> lost() {
      return run < 0 ? Optional.empty() : Optional.of(new AnsweredRound(run, round, digest, null));
    }

    void write(FileChannel channel, Disk disk) throws IOException {
      disk.write(channel, toBytes(), number % 2 * PLACE_BYTES);
      disk.force(channel);
    }

    private byte[] toBytes() {
      ByteBuffer bytes =
          ByteBuffer.allocate(BYTES)
              .put(HEADER)
              .putLong(number)
              .putInt(run)
              .putInt(round)
              .put(HexFormat.of().parseHex(digest));
      byte[] body = Arrays.copyOf(bytes.array(), bytes.position());
      return bytes.put(DigestBits.sha256(body)).array();
    }

    /** Returns the last valid digest of a file; empty if there is none. */
    static Optional<JournalDigest> read(Path file) throws IOException {
      byte[] bytes = Files.readAllBytes(file);
      Optional<JournalDigest> one = read(bytes, 0);
      Optional<JournalDigest> other = read(bytes, PLACE_BYTES);
      boolean last = other.isPresent() && (one.isEmpty() || other.get().number > one.get().number);
      return last ? other : one;
    }

    private static Optional<JournalDigest> read(byte[] bytes, int start) {
      if (bytes.length < start + BYTES) {
        return Optional.empty();
      }
      byte[] slot = Arrays.copyOfRange(bytes, start, start + BYTES);
      ByteBuffer in = ByteBuffer.wrap(slot).position(HEADER.length);
      long number = in.getLong();
      int run = in.getInt();
      int round = in.getInt();
      byte[] digest = new byte[SUM_BYTES];
      in.get(digest);
      JournalDigest read = new JournalDigest(number, run, round, HexFormat.of().formatHex(digest));
      return Arrays.equals(read.toBytes(), slot) ? Optional.of(read) : Optional.empty();
    }
  }
}
