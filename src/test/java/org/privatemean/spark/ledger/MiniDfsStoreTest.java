package org.privatemean.spark.ledger;

import java.net.URI;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.StoreContract;

/**
 * The contract, and its races, on a name node and a data node of HDFS itself. Their classes are on
 * the class path of the long tests only.
 */
@Tag("long")
final class MiniDfsStoreTest extends StoreContract {
  @TempDir private static Path disk;

  private static Object cluster;
  private static URI uri;

  private String folder;

  @BeforeAll
  static void startCluster() throws Exception {
    Configuration settings = new Configuration();
    settings.set("hdfs.minidfs.basedir", disk.toString());
    Class<?> type = Class.forName("org.apache.hadoop.hdfs.MiniDFSCluster$Builder");
    Object builder = type.getConstructor(Configuration.class).newInstance(settings);
    type.getMethod("numDataNodes", int.class).invoke(builder, 1);
    cluster = type.getMethod("build").invoke(builder);
    uri = (URI) cluster.getClass().getMethod("getURI").invoke(cluster);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    if (cluster != null) {
      cluster.getClass().getMethod("shutdown").invoke(cluster);
    }
  }

  @Override
  protected void empty() {
    folder = uri + "/ledgers/" + UUID.randomUUID();
  }

  @Override
  protected LedgerStore open() {
    return LedgerStores.open(folder, Configuration::new, Credentials.NONE);
  }
}
