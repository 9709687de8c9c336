package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.central.CentralTrust;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/**
 * Released bits of one seed, recorded before the passes were made fast: later work may not change
 * them. The settings take the ways that a pass may go: several blocks of several tiles, coordinates
 * of 32 and of 64 bits, many passes, rows that are clipped, scaled coordinates.
 */
@Promise("released bits of a seed are those on record")
final class MechanismsGoldenTest {
  private static final double RHO = 0.5;

  /**
   * A request and its rows.
   *
   * @param seed of the rows
   * @param octaves that rows, and if there is but one the first coordinates, are spread over
   */
  private record Setting(
      String name, int seed, MeanRequest request, int rows, int dimension, int octaves) {
    @Override
    public String toString() {
      return name;
    }

    private double[][] data() {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] data = new double[rows][dimension];
      for (double[] row : data) {
        double scale = octaves > 1 ? 1L << random.nextInt(octaves) : 1;
        for (int j = 0; j < dimension; j++) {
          // No library function, whose last bits may differ from one machine to another.
          double sum = 0;
          for (int k = 0; k < 4; k++) {
            sum += (random.nextInt(1 << 20) - (1 << 19)) / (double) (1 << 19);
          }
          row[j] = 3 + j % 8 + scale * (octaves == 1 && j < 9 ? 100 : 1) * sum;
        }
      }
      return data;
    }
  }

  static List<Setting> settings() {
    return List.of(
        new Setting(
            "BALL_CLIPS_MOST_ROWS",
            0,
            clipped(new Bounds.Ball(20, OptionalDouble.empty())),
            5000,
            33,
            0),
        new Setting(
            "CLIPPED_ADD_REMOVE",
            1,
            request(
                Method.CLIPPED,
                new Bounds.Ball(100, OptionalDouble.empty()),
                MeanSpec.Grid.GEOMETRIC,
                Neighbours.ADD_REMOVE),
            5000,
            33,
            2),
        new Setting("SHIFTED_MANY_PASSES", 2, shifted(64, OptionalDouble.empty()), 3000, 1000, 0),
        new Setting("SHIFTED_HEAVY_TAILS", 3, shifted(4096, OptionalDouble.empty()), 30_000, 20, 6),
        new Setting("SHIFTED_64_BITS", 4, shifted(64, OptionalDouble.of(0x1p-30)), 20_000, 5, 0),
        new Setting(
            "SHIFTED_SQUARED_GRID",
            5,
            request(
                Method.SHIFTED_CLIPPED,
                new Bounds.Box(64, OptionalDouble.of(0x1p-10)),
                MeanSpec.Grid.SQUARED,
                Neighbours.ADD_REMOVE),
            9000,
            17,
            0),
        new Setting("RECENTRED_FAR", 6, recentred(Scaling.NONE, Neighbours.REPLACE), 30_000, 40, 0),
        new Setting(
            "RECENTRED_HEAVY_TAILS",
            7,
            recentred(Scaling.NONE, Neighbours.ADD_REMOVE),
            20_000,
            65,
            6),
        new Setting(
            "RECENTRED_SCALED", 8, recentred(Scaling.AUTO, Neighbours.REPLACE), 20_000, 300, 1));
  }

  private static MeanSpec request(
      Method method, Bounds bounds, MeanSpec.Grid grid, Neighbours neighbours) {
    return new MeanSpec(
        method,
        RHO,
        Optional.of(bounds),
        OptionalDouble.empty(),
        MeanSpec.DEFAULT_BETA,
        grid,
        BudgetSplit.paper(method, OptionalDouble.empty()),
        PrivacyUnit.row(neighbours));
  }

  private static MeanSpec clipped(Bounds bounds) {
    return request(Method.CLIPPED, bounds, MeanSpec.Grid.GEOMETRIC, Neighbours.REPLACE);
  }

  private static MeanSpec shifted(double bound, OptionalDouble resolution) {
    return request(
        Method.SHIFTED_CLIPPED,
        new Bounds.Box(bound, resolution),
        MeanSpec.Grid.GEOMETRIC,
        Neighbours.REPLACE);
  }

  private static RecentredSpec recentred(Scaling scaling, Neighbours neighbours) {
    return new RecentredSpec(
        RHO,
        OptionalDouble.empty(),
        Optional.empty(),
        scaling,
        ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE),
        RecentredSpec.Moments.MEAN,
        PrivacyUnit.row(neighbours));
  }

  /** A digest of the mean and the clipping norm, to the bit. */
  private static String released(Setting setting) throws NoSuchAlgorithmException {
    CentralTrust trust = CentralTrust.of(new PrivacyLedger(new Zcdp(RHO)), NoiseKey.fromSeed(11));
    Release release =
        Mechanisms.release(
            setting.request,
            InMemoryRows.of(setting.data(), setting.dimension, InvalidRows.ERROR),
            trust);
    ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * (setting.dimension + 1));
    for (double coordinate : release.mean()) {
      bytes.putDouble(coordinate);
    }
    bytes.putDouble(release.clippingNorm().orElseThrow());
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
    return HexFormat.of().formatHex(digest);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void release_ofASeed_hasTheGoldenBits(Setting setting) throws Exception {
    Properties golden = new Properties();
    try (InputStream file = getClass().getResourceAsStream("/golden/wide.properties")) {
      golden.load(file);
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
    assertEquals(golden.getProperty(setting.name), released(setting));
  }
}
