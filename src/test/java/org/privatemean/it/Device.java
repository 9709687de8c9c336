package org.privatemean.it;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.report.Report;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * A program for a device: prints the reports, or the messages for a shuffler, that some users make
 * in a round, one a line.
 */
final class Device {
  private Device() {}

  /** Takes the file of the round's public state. */
  public static void main(String[] arguments) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in =
        new ObjectInputStream(Files.newInputStream(Path.of(arguments[0])))) {
      Object state = in.readObject();
      NoiseKey key = NoiseKey.fromSeed(7);
      for (int user = 0; user < 200; user++) {
        double[] row = {3 + user % 5, -1};
        BitSource secret = key.substream(1, 0, user);
        if (state instanceof LocalMeanState local) {
          report(local, "user " + user, row, secret);
        } else {
          ShuffleMeanClient.of((ShuffleMeanState) state)
              .randomize(row, secret, (label, body) -> System.out.println(label + " " + body));
        }
      }
    }
  }

  private static void report(LocalMeanState state, String user, double[] row, BitSource secret) {
    for (Report report : LocalMeanClient.of(state).reports(user, row, secret)) {
      System.out.println(HexFormat.of().formatHex(report.toBytes()));
    }
  }
}
