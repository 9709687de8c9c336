package org.privatemean.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.privatemean.device.JournalEntry.AnsweredRound;
import org.privatemean.noise.DigestBits;

/**
 * The digest of a ledger's last entry, written before the entry itself, for {@link LedgerFile}. The
 * file has two slots that are written alternately, each with its checksum: the higher valid number
 * counts.
 *
 * @param number of the entry, 1 for the first; 0 if there is none
 * @param run index of the answered run, or -1 if it is not an answer
 * @param round index of the answered round
 * @param digest of the state, 64 hexadecimal digits; that of nothing if it is not an answer
 */
record JournalDigest(long number, int run, int round, String digest) {
  private static final byte[] HEADER = "PMDEVMK1".getBytes(StandardCharsets.US_ASCII);
  private static final int SUM_BYTES = 32;
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
