package org.privatemean.privacy.ledger.durable;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/** The address of a ledger in a database: the driver's URL without credentials, and a name. */
record JdbcAddress(String url, String ledger) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Properties in a URL, as drivers write them: after {@code ?, &, ;} or within parentheses. */
  private static final Pattern SECRET =
      Pattern.compile(
          "[?&;(,:]\\s*(user|username|user_name|uid"
              + "|[\\w.-]*(passw|pwd|secret|token|passphrase|credential)[\\w.-]*)\\s*=",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9a-fA-F:.%]*\\]|[^:@\\[\\]]*)(:[0-9]*)?");

  /** Oracle writes user/password@host. */
  private static final Pattern USER_BEFORE_AT = Pattern.compile("^jdbc:oracle:\\w+:[^@]+@.*");

  /** Parses an address. No message contains a part of one with a user or a password. */
  static JdbcAddress parse(String text) {
    int hash = text.lastIndexOf('#');
    String url = hash < 0 ? text : text.substring(0, hash);
    String ledger = hash < 0 ? "default" : text.substring(hash + 1);
    // Includes the fragment: a part meant as a password may contain a #.
    if (holdsCredentials(text) || holdsCredentials(decode(text))) {
      throw refusedCredentials();
    }
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

  /** Returns the refusal of a URI with credentials, which shows no part of it. */
  static ParamException refusedCredentials() {
    return new ParamException(
        "ledger",
        "{ledger} must hold no user and no password, since it is saved in clear with the params",
        "give them by the settings spark.privatemean.ledger.user and"
            + " spark.privatemean.ledger.password, or by the environment variables"
            + " PRIVATE_MEAN_LEDGER_USER and PRIVATE_MEAN_LEDGER_PASSWORD");
  }

  /** Returns the text that {@link #parse} reads. */
  String text() {
    return url + "#" + ledger;
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
            && !Stream.of(hosts.split(",", -1)).allMatch(HOST.asMatchPredicate()));
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }
}
