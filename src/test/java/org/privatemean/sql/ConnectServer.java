package org.privatemean.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.SparkSession;

/** A Spark Connect server that says how many releases calls have made in it. */
final class ConnectServer {
  private ConnectServer() {}

  /**
   * Serves until its input ends; answers each line of it by a line with the number of releases.
   *
   * @param args the port
   */
  public static void main(String[] args) throws IOException {
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .appName("connect server")
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", 2)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.plugins", "org.apache.spark.sql.connect.SparkConnectPlugin")
            .config("spark.connect.grpc.binding.address", "127.0.0.1")
            .config("spark.connect.grpc.binding.port", args[0])
            .config("spark.sql.catalog.pm", PrivateMeanCatalog.class.getName())
            .getOrCreate();
    System.out.println("SERVES " + session.version());
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (lines.readLine() != null) {
      System.out.println("RELEASES " + FitProcedure.RELEASES.get());
    }
    Runtime.getRuntime().halt(0);
  }
}
