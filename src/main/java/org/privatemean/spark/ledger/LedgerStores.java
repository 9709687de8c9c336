package org.privatemean.spark.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.FileStore;
import org.privatemean.privacy.ledger.durable.JdbcStore;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.ledger.FolderStore.HdfsStore;
import org.privatemean.spark.ledger.FolderStore.S3aStore;

/**
 * The key of a ledger, and its store by its URI: {@code file:/dir}, on a disk with hard links,
 * {@code hdfs://host:port/dir}, {@code s3a://bucket/dir} or {@code jdbc:...#NAME}. All others are
 * refused, and so is a URI with a user or a password: params are saved in clear text. No message
 * contains credentials.
 */
public final class LedgerStores {
  /** Setting of Spark: the user of a database. */
  public static final String USER_SETTING = "spark.privatemean.ledger.user";

  /** Setting of Spark: the password of a database, which Spark redacts. */
  public static final String PASSWORD_SETTING = "spark.privatemean.ledger.password";

  /** Environment variable of the user, which overrides the setting. */
  public static final String USER_VARIABLE = "PRIVATE_MEAN_LEDGER_USER";

  /** Environment variable of the password, which overrides the setting. */
  public static final String PASSWORD_VARIABLE = "PRIVATE_MEAN_LEDGER_PASSWORD";

  private static final int LEAST_OF_KEY = 32;
  private static final int MOST_OF_KEY = 1 << 16;

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)");

  /** The part after the scheme: optional hosts, and an absolute path. */
  private static final Pattern PLACE = Pattern.compile("(?://([^/]*))?(/.*)");

  /** A name or address, and a port. */
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]+\\])(:[0-9]+)?");

  private LedgerStores() {}

  public static boolean needsHadoop(String uri) {
    return !Set.of("file", "jdbc").contains(scheme(uri));
  }

  /** Checks the text of a URI, as {@link #open} does, without opening it. */
  public static void check(String uri) {
    switch (scheme(uri)) {
      case "jdbc" -> JdbcStore.checkAddress(uri);
      case "file" -> localFolder(uri);
      default -> path(uri);
    }
  }

  /** Returns the store of a URI, unread. Hadoop's settings are for hdfs: and s3a: alone. */
  public static LedgerStore open(
      String uri, Supplier<Configuration> hadoop, Credentials credentials) {
    return switch (scheme(uri)) {
      case "jdbc" -> JdbcStore.open(uri, credentials);
      case "file" -> FileStore.open(localFolder(uri));
      default -> connect(uri, hadoop);
    };
  }

  /** Returns the credentials of a database: from environment variables, or else from settings. */
  public static Credentials credentials(Function<String, Optional<String>> setting) {
    return credentials(name -> Optional.ofNullable(System.getenv(name)), setting);
  }

  static Credentials credentials(
      Function<String, Optional<String>> variable, Function<String, Optional<String>> setting) {
    // Never combine the user of one with the password of the other.
    Optional<String> user = variable.apply(USER_VARIABLE);
    Optional<String> password = variable.apply(PASSWORD_VARIABLE);
    return user.isPresent() || password.isPresent()
        ? new Credentials(user, password)
        : new Credentials(setting.apply(USER_SETTING), setting.apply(PASSWORD_SETTING));
  }

  /** Returns an authenticator by a key file of this machine; without a file, a plain hash. */
  public static EntryAuthenticator seal(Optional<String> file) {
    return file.map(text -> EntryAuthenticator.withKey(readKey(text)))
        .orElseGet(EntryAuthenticator::hash);
  }

  static byte[] readKey(String file) {
    byte[] key;
    try (InputStream in =
        Files.newInputStream(java.nio.file.Path.of(file.replaceFirst("^file:(//)?/", "/")))) {
      key = in.readNBytes(MOST_OF_KEY + 1);
    } catch (IOException | InvalidPathException unreadable) {
      throw badKey(file, "cannot be read (" + unreadable.getClass().getSimpleName() + ")");
    }
    if (key.length < LEAST_OF_KEY || key.length > MOST_OF_KEY) {
      String length = key.length < LEAST_OF_KEY ? "" + key.length : "more than " + MOST_OF_KEY;
      throw badKey(file, "has " + length + " bytes");
    }
    return key;
  }

  private static ParamException badKey(String file, String why) {
    return new ParamException(
        "ledgerKeyFile",
        "{ledgerKeyFile} must name a file of this machine with 32 to 65536 bytes, but "
            + Refusal.literal(file)
            + " "
            + why,
        "make one by head -c 32 /dev/urandom, that the account of the jobs alone can read");
  }

  private static ParamException refusal(String fact, String remedy) {
    return new ParamException("ledger", fact, remedy);
  }

  private static String scheme(String uri) {
    Matcher parts = SCHEME.matcher(uri);
    if (!parts.matches()) {
      throw refusal(
          "{ledger} must be a URI with a scheme. Provided value: " + Refusal.literal(uri),
          "write a folder as file:/dir");
    }
    String scheme = parts.group(1).toLowerCase(Locale.ROOT);
    return switch (scheme) {
      case "file", "hdfs", "s3a", "jdbc" -> scheme;
      // Names only the scheme: the rest may contain credentials.
      default ->
          throw refusal(
              "a ledger cannot be kept on "
                  + Refusal.literal(scheme)
                  + ":, where two writers may both succeed",
              "use jdbc:, or file:, hdfs: or s3a:");
    };
  }

  private static java.nio.file.Path localFolder(String uri) {
    Path path = path(uri);
    String host = path.toUri().getAuthority();
    if (host != null && !host.isEmpty()) {
      throw refusal(
          "a folder of this machine has no host: " + Refusal.literal(uri), "write file:/dir");
    }
    String folder = path.toUri().getPath();
    if (folder.matches("/(dbfs|Volumes)(/.*)?")) {
      throw refusal(
          "a ledger cannot be kept under " + Refusal.literal(folder) + ", which has no hard links",
          "use jdbc:");
    }
    try {
      return java.nio.file.Path.of(folder);
    } catch (InvalidPathException malformed) {
      throw noPath(uri);
    }
  }

  private static ParamException noPath(String uri) {
    return refusal(
        "{ledger} is not a path: " + Refusal.literal(uri), "write a folder as file:/dir");
  }

  /** Returns the path of a file URI, which must be absolute and without user or password. */
  private static Path path(String uri) {
    Matcher parts = PLACE.matcher(uri.substring(uri.indexOf(':') + 1));
    if (!parts.matches()) {
      throw refusal(
          "{ledger} must name a folder by its path from the root",
          "write it as file:/dir, hdfs://host/dir or s3a://bucket/dir");
    }
    if (parts.group(1) != null && !HOST.matcher(parts.group(1)).matches()) {
      throw Credentials.refusedInUri();
    }
    try {
      return new Path(uri);
    } catch (IllegalArgumentException malformed) {
      throw noPath(uri);
    }
  }

  private static LedgerStore connect(String uri, Supplier<Configuration> hadoop) {
    Path root = path(uri);
    try {
      return scheme(uri).equals("hdfs")
          ? hdfs(root, hadoop.get())
          : new S3aStore(root.getFileSystem(hadoop.get()), root);
    } catch (ParamException refusal) {
      throw refusal;
    } catch (IOException | RuntimeException failure) {
      if (failure instanceof UnsupportedFileSystemException
          || failure.getCause() instanceof ClassNotFoundException) {
        throw refusal(
            "there is no file system for " + scheme(uri) + ":",
            "add its jar, such as hadoop-aws of Hadoop's own version, by --packages or --jars of"
                + " spark-submit");
      }
      throw new LedgerUnavailableException(
          Refusal.literal("the ledger " + root + " cannot be reached: ")
              + failure.getClass().getSimpleName(),
          failure);
    }
  }

  private static LedgerStore hdfs(Path root, Configuration hadoop) throws IOException {
    boolean isDefault = root.toUri().getAuthority() == null;
    FileContext files =
        isDefault
            ? FileContext.getFileContext(hadoop)
            : FileContext.getFileContext(root.toUri(), hadoop);
    Path qualified = isDefault ? files.makeQualified(new Path(root.toUri().getPath())) : root;
    if (!"hdfs".equals(qualified.toUri().getScheme())) {
      throw refusal(
          "the default file system is not hdfs: " + Refusal.literal(root.toString()),
          "name the host, as in hdfs://host:port/dir");
    }
    return new HdfsStore(files, qualified);
  }
}
