package org.privatemean.local;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Checks;
import org.privatemean.protocol.BinaryCodec;

/**
 * The public parameters of an estimation, to be chosen without reading the values.
 *
 * <p><b>Privacy guarantee.</b> A user sends one report, in one of the rounds. It is (epsilon,
 * delta)-DP in the local model, for any behaviour of the others and the server; delta is 0 except
 * for the baselines.
 *
 * @param delta of a user's guarantee: in (0, 1) for the baselines, 0 for the others
 * @param users number over all rounds
 * @param radius bound on the absolute value of the mean
 * @param beta failure probability of the first answers
 * @param firstShare share of the users who report for the first answers
 * @param assignmentSeed public; with the user's id it determines the task
 */
record GaussianSpec(
    GaussianEstimator protocol,
    double epsilon,
    double delta,
    long users,
    double radius,
    double sigmaMin,
    double sigmaMax,
    double beta,
    double firstShare,
    long assignmentSeed)
    implements Serializable {
  static final double MIN_EPSILON = 0.001;
  static final double MAX_EPSILON = 64;
  private static final long MAX_USERS = 1L << 40;

  /** Sizes between these leave room for every square and every level. */
  private static final double MAX_SIZE = 0x1p400;

  /** More doublings from sigmaMin to the radius are refused. */
  static final double MAX_RATIO = 0x1p60;

  private static final double MAX_BINS_A_SIDE = 0x1p19;

  GaussianSpec {
    Checks.argument(
        "epsilon",
        epsilon >= MIN_EPSILON && epsilon <= MAX_EPSILON,
        "in [" + MIN_EPSILON + ", " + MAX_EPSILON + "]",
        epsilon);
    if (protocol.isBaseline()) {
      Checks.argument("delta", delta > 0 && delta < 1, "in (0, 1) for a baseline", delta);
    } else {
      Checks.argument("delta", delta == 0, "0: the protocol is epsilon-DP", delta);
    }
    Checks.argument("users", users >= 1 && users <= MAX_USERS, "in [1, 2^40]", users);
    checkSizes(protocol, radius, sigmaMin, sigmaMax);
    Checks.argument("beta", beta > 0 && beta < 1, "in (0, 1)", beta);
    Checks.argument("firstShare", firstShare > 0 && firstShare < 1, "in (0, 1)", firstShare);
  }

  private static void checkSizes(
      GaussianEstimator protocol, double radius, double sigmaMin, double sigmaMax) {
    Checks.argument("radius", isSize(radius), "in [2^-400, 2^400]", radius);
    Checks.argument("sigmaMin", isSize(sigmaMin), "in [2^-400, 2^400]", sigmaMin);
    Checks.argument("sigmaMax", isSize(sigmaMax), "in [2^-400, 2^400]", sigmaMax);
    Checks.argument("sigmaMax", sigmaMax >= sigmaMin, "at least sigmaMin = " + sigmaMin, sigmaMax);
    if (protocol.isSigmaKnown()) {
      Checks.argument("sigmaMax", sigmaMax == sigmaMin, "sigmaMin: sigma is known", sigmaMax);
    }
    double widest = Math.max(radius, sigmaMax);
    Checks.argument("radius", widest <= sigmaMin * MAX_RATIO, "at most 2^60 sigmaMin", widest);
    if (protocol == GaussianEstimator.KNOWN_VAR) {
      boolean few = hasFewBins(radius, sigmaMin, sigmaMax);
      Checks.argument("radius", few, "at most 2^19 sigma: a bit a bin", widest);
    }
  }

  static boolean isSize(double value) {
    return value >= 1 / MAX_SIZE && value <= MAX_SIZE;
  }

  /** Returns true if KnownVar takes these: it sends a bit for each interval of sigma. */
  static boolean hasFewBins(double radius, double sigmaMin, double sigmaMax) {
    return Math.max(radius, sigmaMax) <= sigmaMin * MAX_BINS_A_SIDE;
  }

  GaussianSpec withFirstShare(double share) {
    return new GaussianSpec(
        protocol, epsilon, delta, users, radius, sigmaMin, sigmaMax, beta, share, assignmentSeed);
  }

  /** Returns the level of the finest digits, from cells of width 2^level. */
  int lowLevel() {
    return Math.getExponent(sigmaMin);
  }

  /** Returns the number of levels of digits, up to cells as wide as the radius and sigmaMax. */
  int levels() {
    double widest = Math.max(radius, sigmaMax);
    int floor = Math.getExponent(widest);
    int high = widest == Math.scalb(1.0, floor) ? floor : floor + 1;
    return Math.max(lowLevel(), high) - lowLevel() + 1;
  }

  ApproxDp guarantee() {
    return new ApproxDp(epsilon, delta);
  }

  RandomizedResponse response(int answers) {
    return RandomizedResponse.withAnswers(answers, epsilon);
  }

  /** Writes also the number of columns, and names of choices that were once open. */
  void write(DataOutputStream out) throws IOException {
    out.writeUTF(protocol.name());
    out.writeDouble(epsilon);
    out.writeDouble(delta);
    out.writeLong(users);
    out.writeInt(1);
    out.writeDouble(radius);
    out.writeDouble(sigmaMin);
    out.writeDouble(sigmaMax);
    out.writeDouble(beta);
    out.writeUTF(protocol.isBaseline() ? "THRESHOLDS" : "LEAST_SQUARES");
    out.writeUTF(protocol.isBaseline() ? "PAPER" : "SHARP");
    out.writeDouble(firstShare);
    out.writeUTF(protocol.isBaseline() ? "ALL_COORDINATES" : "ONE_COORDINATE");
    out.writeLong(assignmentSeed);
  }

  /** Reads a spec without its constant parts, which the caller checks by writing it again. */
  static GaussianSpec read(DataInputStream in) throws IOException {
    GaussianEstimator protocol = GaussianEstimator.valueOf(BinaryCodec.readText(in));
    double epsilon = in.readDouble();
    double delta = in.readDouble();
    long users = in.readLong();
    in.readInt();
    double radius = in.readDouble();
    double sigmaMin = in.readDouble();
    double sigmaMax = in.readDouble();
    double beta = in.readDouble();
    BinaryCodec.readText(in);
    BinaryCodec.readText(in);
    double firstShare = in.readDouble();
    BinaryCodec.readText(in);
    return new GaussianSpec(
        protocol,
        epsilon,
        delta,
        users,
        radius,
        sigmaMin,
        sigmaMax,
        beta,
        firstShare,
        in.readLong());
  }
}
