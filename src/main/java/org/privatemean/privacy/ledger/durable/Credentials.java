package org.privatemean.privacy.ledger.durable;

import java.util.Optional;
import java.util.Properties;

/**
 * The credentials of a database, which are never shown or saved.
 *
 * @param user the user; empty for the driver's own method, such as a password file or a ticket
 * @param password the password; empty likewise
 */
public record Credentials(Optional<String> user, Optional<String> password) {
  /** No credentials: the driver's own means. */
  public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());

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
