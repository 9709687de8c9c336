package org.privatemean.privacy.ledger.durable;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * The address of a ledger in a database: the URL of the database, and the name of the ledger.
 *
 * @param url the URL as the driver takes it, without user and password
 * @param ledger 1 to 64 of A-Z, a-z, 0-9, dot, underscore and hyphen
 */
public record JdbcAddress(String url, String ledger) {
  /** The ledger of an address without a name. */
  public static final String DEFAULT_LEDGER = "default";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Properties in a URL, as drivers write them: after ?, &, ; or within parentheses. */
  private static final Pattern SECRET =
      Pattern.compile(
          "[?&;(,:]\\s*(user|username|user_name|uid"
              + "|[\\w.-]*(passw|pwd|secret|token|passphrase|credential)[\\w.-]*)\\s*=",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9a-fA-F:.%]*\\]|[^:@\\[\\]]*)(:[0-9]*)?");

  /** Oracle writes user/password@host. */
  private static final Pattern USER_BEFORE_AT = Pattern.compile("^jdbc:oracle:\\w+:[^@]+@.*");

  /**
   * Parses {@code jdbc:...#NAME}, or {@code jdbc:...} for the ledger {@code default}.
   *
   * @throws ParamException naming ledger, if the name is invalid, or the URL contains a user or a
   *     password; the message contains no part of such a URL
   */
  public static JdbcAddress parse(String text) {
    int hash = text.lastIndexOf('#');
    String url = hash < 0 ? text : text.substring(0, hash);
    String ledger = hash < 0 ? DEFAULT_LEDGER : text.substring(hash + 1);
    // Includes the fragment: a part meant as a password may contain a #.
    checkNoCredentials(text);
    if (!NAME.matcher(ledger).matches()) {
      throw new ParamException(
          "ledger",
          "the name of a ledger in a database, behind #, has 1 to 64 of A-Za-z0-9._- ("
              + Refusal.literal(text)
              + ")",
          "name it as in jdbc:postgresql://host/database#visits");
    }
    return new JdbcAddress(url, ledger);
  }

  /** Returns the text that {@link #parse} reads. */
  public String text() {
    return url + "#" + ledger;
  }

  private static void checkNoCredentials(String text) {
    if (holdsCredentials(text) || holdsCredentials(decode(text))) {
      throw credentials();
    }
  }

  private static boolean holdsCredentials(String text) {
    return SECRET.matcher(text).find()
        || USER_BEFORE_AT.matcher(text).matches()
        || authorityHoldsUser(text);
  }

  /** Returns true if the authority of a URL contains more than hosts and ports. */
  private static boolean authorityHoldsUser(String text) {
    int slashes = text.indexOf("//");
    if (slashes < 0) {
      return false;
    }
    String rest = text.substring(slashes + 2).split("[?;]", 2)[0];
    String hosts = rest.split("[/#]", 2)[0];
    return rest.contains("@")
        || (!hosts.contains("(")
            && !List.of(hosts.split(",", -1)).stream()
                .allMatch(host -> HOST.matcher(host).matches()));
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }

  /** Returns the refusal of a URI with credentials, which shows no part of it. */
  public static ParamException credentials() {
    return new ParamException(
        "ledger",
        "{ledger} must hold no user and no password, since it is saved in clear with the params",
        "give them by the settings spark.privatemean.ledger.user and"
            + " spark.privatemean.ledger.password, or by the environment variables"
            + " PRIVATE_MEAN_LEDGER_USER and PRIVATE_MEAN_LEDGER_PASSWORD");
  }
}
