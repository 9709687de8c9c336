package org.privatemean.it;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.report.Report;
import org.privatemean.noise.NoiseKey;

/** A program for a device: prints the reports that some users make in a round, one a line. */
final class Device {
  private Device() {}

  /** Takes the file of the round's public state. */
  public static void main(String[] arguments) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in =
        new ObjectInputStream(Files.newInputStream(Path.of(arguments[0])))) {
      LocalMeanClient client = LocalMeanClient.of((LocalMeanState) in.readObject());
      NoiseKey key = NoiseKey.fromSeed(7);
      for (int user = 0; user < 200; user++) {
        double[] row = {3 + user % 5, -1};
        for (Report report : client.reports("user " + user, row, key.substream(1, 0, user))) {
          System.out.println(HexFormat.of().formatHex(report.toBytes()));
        }
      }
    }
  }
}
