package org.privatemean.spark.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * The key file of a ledger: all of its bytes are the key of the tags. It is on the driver's
 * machine, readable only by the account that runs the jobs.
 */
public final class LedgerKeys {
  private static final String PARAM = "ledgerKeyFile";
  private static final int LEAST = 32;
  private static final int MOST = 1 << 16;

  private LedgerKeys() {}

  /**
   * Returns an authenticator with the key of a file; without a file, a plain hash.
   *
   * @param file a path, with or without {@code file:}
   * @throws ParamException naming ledgerKeyFile, if it cannot be read, or has fewer than 32 or more
   *     than 65,536 bytes
   */
  public static EntryAuthenticator seal(Optional<String> file) {
    return file.map(text -> EntryAuthenticator.withKey(read(text)))
        .orElseGet(EntryAuthenticator::hash);
  }

  static byte[] read(String text) {
    byte[] key = bytes(text);
    if (key.length < LEAST || key.length > MOST) {
      throw refuse(
          text, "has " + (key.length < LEAST ? key.length : "more than " + MOST) + " bytes");
    }
    return key;
  }

  private static byte[] bytes(String text) {
    try (InputStream in = Files.newInputStream(Path.of(text.replaceFirst("^file:(//)?/", "/")))) {
      return in.readNBytes(MOST + 1);
    } catch (IOException | InvalidPathException unreadable) {
      throw refuse(text, "cannot be read (" + unreadable.getClass().getSimpleName() + ")");
    }
  }

  private static ParamException refuse(String file, String why) {
    return new ParamException(
        PARAM,
        "{ledgerKeyFile} must name a file of this machine with 32 to 65536 bytes, but "
            + Refusal.literal(file)
            + " "
            + why,
        "make one by head -c 32 /dev/urandom, that the account of the jobs alone can read");
  }
}
