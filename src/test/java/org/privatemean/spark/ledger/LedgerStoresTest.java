package org.privatemean.spark.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;
import org.privatemean.refusal.ParamException;

/** From a URI to a store, and what is refused. */
final class LedgerStoresTest {
  private static ParamException refused(String uri) {
    ParamException refusal =
        assertThrows(
            ParamException.class,
            () -> LedgerStores.open(uri, Configuration::new, Credentials.NONE));
    assertEquals("ledger", refusal.param());
    return refusal;
  }

  @ParameterizedTest
  @CsvSource({
    "/dir/ledger, file:/dir",
    "C, file:/dir",
    "abfs://c@account/dir, jdbc:",
    "gs://bucket/dir, jdbc:",
    "dbfs:/dir, jdbc:",
    "s3://bucket/dir, s3a:",
    "file:/dbfs/dir, jdbc:",
    "file:/Volumes/main/dir, jdbc:",
    "file:dir, file:/dir",
    "file://host/dir, file:/dir",
    "jdbc:nosuch://host/db, --jars",
    "hdfs:/dir, hdfs://host"
  })
  void open_otherPlaces_areRefusedWithTheRemedy(String uri, String remedy) {
    assertTrue(refused(uri).getMessage().contains(remedy), refused(uri)::getMessage);
  }

  /** S3A is not among the jars here. */
  @Test
  void open_s3aWithoutItsJar_namesTheJar() {
    ParamException refusal =
        assertThrows(
            ParamException.class,
            () -> LedgerStores.open("s3a://bucket/dir", Configuration::new, Credentials.NONE));
    assertTrue(refusal.getMessage().contains("hadoop-aws"), refusal::getMessage);
  }

  /** A path of Hadoop's that is none of the machine's. */
  @Test
  void check_nameThatNoFileHas_isRefused() {
    ParamException refusal =
        assertThrows(ParamException.class, () -> LedgerStores.check("file:/a\u0000b"));
    assertEquals("ledger", refusal.param());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3a://AKIA:Sesame@bucket/dir",
        "s3a://AKIA:Ses/ame@bucket/dir",
        "hdfs://Sesame@host/dir",
        "jdbc:postgresql://h/db?password=Sesame",
        "abfs://Sesame@account/dir",
        "wasb://u:Sesame@host"
      })
  void open_credentials_areNotShown(String uri) {
    assertFalse(refused(uri).getMessage().matches(".*(Ses|ame@).*"), refused(uri)::getMessage);
  }

  @Test
  void credentials_variables_goBeforeSettings() {
    Map<String, String> settings =
        Map.of(LedgerStores.USER_SETTING, "set", LedgerStores.PASSWORD_SETTING, "its secret");
    assertEquals(
        Optional.of("its secret"),
        LedgerStores.credentials(
                name -> Optional.empty(), name -> Optional.ofNullable(settings.get(name)))
            .password());
    Credentials variables =
        LedgerStores.credentials(
            name -> Optional.ofNullable(Map.of(LedgerStores.USER_VARIABLE, "env").get(name)),
            name -> Optional.ofNullable(settings.get(name)));
    assertEquals(Optional.of("env"), variables.user());
    // Not the password of another user.
    assertEquals(Optional.empty(), variables.password());
    assertFalse(variables.toString().contains("env"));
  }

  @Test
  void key_of32BytesOrMore_isReadWhole(@TempDir Path folder) throws IOException {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) '\n');
    Path file = Files.write(folder.resolve("key"), key);
    assertArrayEquals(key, LedgerStores.readKey(file.toString()));
    assertArrayEquals(key, LedgerStores.readKey("file:" + file));
    assertArrayEquals(key, LedgerStores.readKey("file://" + file));
  }

  @Test
  void key_shortAbsentOrNoFile_isRefusedNamingTheParam(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("key"), new byte[31]);
    for (String path : new String[] {file.toString(), folder + "/none", folder.toString()}) {
      ParamException refusal = assertThrows(ParamException.class, () -> LedgerStores.readKey(path));
      assertEquals("ledgerKeyFile", refusal.param());
      assertTrue(refusal.getMessage().contains("32"), refusal::getMessage);
    }
  }
}
