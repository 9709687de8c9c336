package org.privatemean.privacy.ledger.durable;

import java.util.Optional;
import java.util.Properties;
import org.privatemean.refusal.ParamException;

/**
 * The credentials of a database, which are never shown or saved; empty for the driver's own method,
 * such as a password file or a receipt.
 */
public record Credentials(Optional<String> user, Optional<String> password) {
  /** No credentials: the driver's own means. */
  public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());

  /** Returns the refusal of a URI with credentials, which shows no part of it. */
  public static ParamException refusedInUri() {
    return new ParamException(
        "ledger",
        "{ledger} must hold no user and no password, since it is saved in clear with the params",
        "give them by the settings spark.privatemean.ledger.user and"
            + " spark.privatemean.ledger.password, or by the environment variables"
            + " PRIVATE_MEAN_LEDGER_USER and PRIVATE_MEAN_LEDGER_PASSWORD");
  }

  /** Returns the properties in the form of JDBC drivers. */
  Properties properties() {
    Properties properties = new Properties();
    user.ifPresent(name -> properties.setProperty("user", name));
    password.ifPresent(secret -> properties.setProperty("password", secret));
    return properties;
  }

  /** Returns true if a text, such as a driver's message, contains any of them. */
  boolean areIn(String text) {
    return user.filter(name -> !name.isEmpty() && text.contains(name)).isPresent()
        || password.filter(secret -> !secret.isEmpty() && text.contains(secret)).isPresent();
  }

  @Override
  public String toString() {
    return "Credentials[not shown]";
  }
}
