package org.privatemean.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.Report;
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

  /** Takes the trust model and the file of the round's public state, in its binary form. */
  public static void main(String[] arguments) throws IOException {
    byte[] state = Files.readAllBytes(Path.of(arguments[1]));
    NoiseKey key = NoiseKey.fromSeed(7);
    if (arguments[0].equals("local")) {
      LocalMeanState local = LocalMeanState.of(state);
      for (int user = 0; user < 200; user++) {
        report(local, "user " + user, row(user), key.substream(1, 0, user));
      }
    } else {
      ShuffleMeanClient client = ShuffleMeanClient.of(ShuffleMeanState.of(state));
      for (int user = 0; user < 200; user++) {
        client.randomize(
            row(user),
            key.substream(1, 0, user),
            (label, body) -> System.out.println(label + " " + body));
      }
    }
  }

  private static double[] row(int user) {
    return new double[] {3 + user % 5, -1};
  }

  private static void report(LocalMeanState state, String user, double[] row, BitSource secret) {
    for (Report report : LocalMeanClient.of(state).reports(user, row, secret)) {
      System.out.println(HexFormat.of().formatHex(report.toBytes()));
    }
  }
}
