package org.privatemean.device;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.privatemean.protocol.BinaryCodec;

/** An entry of a device's ledger: a joined run, or an answered round. */
sealed interface JournalEntry {
  int JOINED = 1;
  int ANSWERED = 2;

  /** Hexadecimal digits of the digest of a state. */
  int DIGEST_DIGITS = 64;

  /**
   * A run that the device joined: its pinned terms and its charge.
   *
   * @param period that the run was charged to, "" for none
   * @param user digest of the user's id
   * @param sealing the keys that bundles are sealed to, none or two of 32 bytes
   * @param start the state of round 0, in its binary form
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared as written, never by equals.
  record JoinedRun(
      String runId, String period, RunCost cost, byte[] user, byte[] sealing, byte[] start)
      implements JournalEntry {
    @Override
    public void write(DataOutputStream out) throws IOException {
      out.writeByte(JOINED);
      out.writeUTF(runId);
      out.writeUTF(period);
      out.writeUTF(cost.kind().name());
      out.writeDouble(cost.amount());
      out.writeDouble(cost.delta());
      writeBytes(user, out);
      writeBytes(sealing, out);
      writeBytes(start, out);
    }
  }

  /**
   * An answered round; indices are from 0.
   *
   * @param digest of the answered state
   * @param bundle the bytes sent, which are sent again; null if they were lost before
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared as written, never by equals.
  record AnsweredRound(int run, int round, String digest, byte[] bundle) implements JournalEntry {
    @Override
    public void write(DataOutputStream out) throws IOException {
      out.writeByte(ANSWERED);
      out.writeInt(run);
      out.writeInt(round);
      out.writeUTF(digest);
      out.writeBoolean(bundle != null);
      if (bundle != null) {
        writeBytes(bundle, out);
      }
    }
  }

  void write(DataOutputStream out) throws IOException;

  private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static JournalEntry read(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int kind = in.readUnsignedByte();
    JournalEntry entry =
        switch (kind) {
          case JOINED -> readJoined(in);
          case ANSWERED -> readAnswered(in);
          default -> throw new IOException("entry of kind " + kind);
        };
    if (in.available() > 0) {
      throw new IOException("more bytes than an entry has");
    }
    return entry;
  }

  private static JoinedRun readJoined(DataInputStream in) throws IOException {
    String runId = BinaryCodec.readText(in);
    String period = BinaryCodec.readText(in);
    RunCost cost = new RunCost(readKind(in), in.readDouble(), in.readDouble());
    return new JoinedRun(runId, period, cost, readBytes(in), readBytes(in), readBytes(in));
  }

  private static RunCost.GuaranteeKind readKind(DataInputStream in) throws IOException {
    String name = BinaryCodec.readText(in);
    try {
      return RunCost.GuaranteeKind.valueOf(name);
    } catch (IllegalArgumentException none) {
      throw new IOException("guarantee of kind " + name, none);
    }
  }

  private static AnsweredRound readAnswered(DataInputStream in) throws IOException {
    int run = in.readInt();
    int round = in.readInt();
    String digest = BinaryCodec.readText(in);
    if (run < 0 || round < 0 || digest.length() != DIGEST_DIGITS) {
      throw new IOException(
          String.format("answer of run %d, round %d, digest '%s'", run, round, digest));
    }
    return new AnsweredRound(run, round, digest, in.readBoolean() ? readBytes(in) : null);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("length " + length);
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }
}
