package org.privatemean.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.privatemean.device.LedgerFile.JournalDigest;
import org.privatemean.noise.DigestBits;

/**
 * The folder of a device: its key, its ledger, the ledger's {@link JournalDigest} and a lock. The
 * key is created last, atomically. So if the ledger of a key is missing, the folder is damaged and
 * refused: with a new ledger the device would answer rounds again with the same bits.
 */
record DeviceFolder(FileChannel lock, DeviceKey key, LedgerFile ledger) implements AutoCloseable {
  private static final byte[] KEY_HEADER = "PMDEVKY1".getBytes(StandardCharsets.US_ASCII);

  /** Opens or creates a folder; refuses one that is damaged, or open in this or another process. */
  static DeviceFolder open(Path folder, Disk disk) {
    Path root = folder.toAbsolutePath().normalize();
    try {
      boolean made = !Files.exists(root);
      disk.createFolder(root);
      if (made && root.getParent() != null) {
        disk.forceFolder(root.getParent());
      }
      FileChannel lock = disk.open(root.resolve("lock"));
      try {
        checkAlone(lock);
        return open(root, disk, lock);
      } catch (IOException | RuntimeException refused) {
        lock.close();
        throw refused;
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("the device's folder cannot be read or written", failed);
    }
  }

  private static void checkAlone(FileChannel lock) throws IOException {
    FileLock held;
    try {
      held = lock.tryLock();
    } catch (OverlappingFileLockException here) {
      held = null;
    }
    if (held == null) {
      throw new RefusedException(
          "the device's folder is open already: one process at a time, and in it once");
    }
  }

  private static DeviceFolder open(Path root, Disk disk, FileChannel lock) throws IOException {
    Path keyFile = root.resolve("key");
    Path ledgerFile = root.resolve("ledger");
    Path markFile = root.resolve("mark");
    if (!Files.exists(keyFile)) {
      if (LedgerFile.holdsEntries(ledgerFile, markFile)) {
        throw RefusedException.forDamage("the key is missing");
      }
      DeviceKey key = DeviceKey.fromOperatingSystem();
      LedgerFile.create(ledgerFile, markFile, key.tag(), disk);
      Path staged = root.resolve("key.new");
      disk.overwrite(staged, keyForm(key.toBytes()));
      disk.rename(staged, keyFile);
      disk.forceFolder(root);
    }
    DeviceKey key = readKey(keyFile);
    if (!Files.exists(ledgerFile) || !Files.exists(markFile)) {
      throw RefusedException.forDamage("the ledger is missing");
    }
    LedgerFile ledger = LedgerFile.open(ledgerFile, markFile, key.tag(), disk);
    return new DeviceFolder(lock, key, ledger);
  }

  private static byte[] keyForm(byte[] secret) {
    return ByteBuffer.allocate(KEY_HEADER.length + 2 * DeviceKey.BYTES)
        .put(KEY_HEADER)
        .put(secret)
        .put(DigestBits.sha256(KEY_HEADER, secret))
        .array();
  }

  private static DeviceKey readKey(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = KEY_HEADER.length + DeviceKey.BYTES;
    byte[] secret = Arrays.copyOfRange(Arrays.copyOf(bytes, end), KEY_HEADER.length, end);
    if (!Arrays.equals(bytes, keyForm(secret))) {
      throw RefusedException.forDamage("the key is not what was written");
    }
    return DeviceKey.fromBytes(secret);
  }

  @Override
  public void close() {
    try (lock) {
      ledger.close();
    } catch (IOException failed) {
      throw new UncheckedIOException("the device's folder cannot be closed", failed);
    }
  }
}
