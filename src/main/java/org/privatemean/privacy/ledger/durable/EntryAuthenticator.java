package org.privatemean.privacy.ledger.durable;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.privatemean.noise.DigestBits;

/** Creates and checks the second line of entries and results: a hash, or a tag by a secret key. */
public final class EntryAuthenticator {
  private static final String HASHED = "sha256:";
  private static final String TAGGED = "hmac-sha256:";
  private static final String MAC = "HmacSHA256";
  private static final int SHORTEST_KEY = 32;
  private static final char LINE_END = '\n';

  private final Optional<byte[]> key;

  private EntryAuthenticator(Optional<byte[]> key) {
    this.key = key;
  }

  /** Returns an authenticator that detects damage. */
  public static EntryAuthenticator hash() {
    return new EntryAuthenticator(Optional.empty());
  }

  /** Returns an authenticator that also detects forgery, by a key of at least 32 bytes. */
  public static EntryAuthenticator withKey(byte[] key) {
    if (key.length < SHORTEST_KEY) {
      throw new IllegalArgumentException("a key has at least " + SHORTEST_KEY + " bytes");
    }
    return new EntryAuthenticator(Optional.of(key.clone()));
  }

  /** Returns the two lines of a text without line ends. */
  byte[] seal(String line) {
    String second = secondLine(line.getBytes(StandardCharsets.UTF_8));
    return (line + LINE_END + second).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the text of two lines whose second matches the first; empty if it does not. */
  Optional<String> open(byte[] lines) {
    int end = indexOfLineEnd(lines);
    byte[] first = Arrays.copyOf(lines, end);
    byte[] second = Arrays.copyOfRange(lines, Math.min(end + 1, lines.length), lines.length);
    byte[] expected = secondLine(first).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(second, expected)
        ? Optional.of(new String(first, StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /** Returns the fault of lines that cannot be opened, and the remedy. */
  String complaint(byte[] lines) {
    int start = Math.min(indexOfLineEnd(lines) + 1, lines.length);
    String second = new String(lines, start, lines.length - start, StandardCharsets.UTF_8);
    if (key.isEmpty() && second.startsWith(TAGGED)) {
      return "is tagged by a secret key: give {ledgerKeyFile}";
    }
    if (key.isPresent() && second.startsWith(HASHED)) {
      return "is not tagged by the key of {ledgerKeyFile}: it was forged, or this ledger has no"
          + " key";
    }
    return key.isPresent()
        ? "does not fit its tag: it was damaged or forged, or {ledgerKeyFile} is another ledger's"
        : "does not fit its hash: it was damaged";
  }

  private static int indexOfLineEnd(byte[] lines) {
    int end = 0;
    while (end < lines.length && lines[end] != LINE_END) {
      end++;
    }
    return end;
  }

  private String secondLine(byte[] first) {
    return key.map(secret -> TAGGED + HexFormat.of().formatHex(hmac(secret, first)))
            .orElseGet(() -> HASHED + sha256(first))
        + LINE_END;
  }

  static byte[] hmac(byte[] key, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }

  /** Returns SHA-256 of a text in UTF-8, in hex. */
  public static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(DigestBits.sha256(bytes));
  }
}
