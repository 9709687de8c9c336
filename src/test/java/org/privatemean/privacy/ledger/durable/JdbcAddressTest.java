package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.refusal.ParamException;

/** Addresses of ledgers in databases, and credentials in them, which are refused. */
final class JdbcAddressTest {
  @Test
  void parse_withAndWithoutName_splitsAtTheFragment() {
    assertEquals(
        new JdbcAddress("jdbc:postgresql://h:5432/db?ssl=true", "visits.2026"),
        JdbcAddress.parse("jdbc:postgresql://h:5432/db?ssl=true#visits.2026"));
    assertEquals(
        new JdbcAddress("jdbc:sqlite:/data/ledger.db", "default"),
        JdbcAddress.parse("jdbc:sqlite:/data/ledger.db"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h1:5432,h2:5432/db?targetServerType=primary&currentSchema=user_data",
        "jdbc:postgresql://[::1]:5432/db",
        "jdbc:sqlserver://h:1433;databaseName=d;encrypt=true;loginTimeout=5",
        "jdbc:mysql://h/db?useServerPrepStmts=true&useUnicode=true",
        "jdbc:oracle:thin:@//h:1521/service",
        "jdbc:h2:mem:x;DB_CLOSE_DELAY=-1"
      })
  void parse_noCredentials_isAccepted(String url) {
    assertEquals(url, JdbcAddress.parse(url).url());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h/db?user=Sesame",
        "jdbc:postgresql://h/db?ssl=true&password=Sesame",
        "jdbc:postgresql://h/db?pass%77ord=Sesame",
        "jdbc:postgresql://h/db?sslpassword=Sesame#visits",
        "jdbc:postgresql://bob:Sesame@h/db",
        "jdbc:mysql://bob:Ses/ame@h/db",
        "jdbc:mysql://bob:Ses?ame@h/db",
        "jdbc:mysql://bob:Ses#ame@h/db",
        "jdbc:mysql://address=(host=h)(user=bob)(password=Sesame)/db",
        "jdbc:sqlserver://h;userName=Sesame",
        "jdbc:sqlserver://h;PWD=Sesame;",
        "jdbc:sqlserver://h; accessToken = Sesame",
        "jdbc:h2:/data/x;USER=SA;PASSWORD=Sesame",
        "jdbc:oracle:thin:bob/Sesame@h:1521:x",
        "jdbc:oracle:thin:bob/Sesame@//h:1521/x"
      })
  void parse_credentials_areRefusedAndNotShown(String url) {
    ParamException refusal = assertThrows(ParamException.class, () -> JdbcAddress.parse(url));
    assertEquals("ledger", refusal.param());
    assertTrue(refusal.getMessage().contains("spark.privatemean.ledger.password"));
    assertFalse(refusal.getMessage().matches("(?s).*(Ses|ame\\b|bob).*"), refusal::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:sqlite:/x#", "jdbc:sqlite:/x#a b", "jdbc:sqlite:/x#a/b"})
  void parse_nameOfOtherLetters_isRefused(String uri) {
    ParamException refusal = assertThrows(ParamException.class, () -> JdbcAddress.parse(uri));
    assertTrue(refusal.getMessage().contains("A-Za-z0-9._-"), refusal::getMessage);
  }
}
