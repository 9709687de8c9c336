package org.privatemean.local;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;
import org.privatemean.protocol.BinaryCodec;
import org.privatemean.protocol.PublicState;

/**
 * The public state of a protocol between two rounds: the request, the number of the round, and the
 * results of the rounds before. It is sent to devices, and nothing else needs to be stored.
 */
@Internal
public final class GaussianRound implements RoundQuestions, PublicState {
  private static final long serialVersionUID = 1;

  private static final BinaryCodec FORM = new BinaryCodec("a round of a Gaussian protocol", 1, 1);

  /** With more coordinates, questions are made on each call. */
  private static final int KEPT = 1 << 16;

  private final GaussianSpec spec;
  private final int number;
  private final double[][] found;
  private final transient CoordinateProtocol protocol;
  private final transient List<List<Question>> questions;
  private final transient double[] groups;

  private GaussianRound(GaussianSpec spec, int number, double[][] found) {
    this.spec = spec;
    this.number = number;
    this.found = found;
    this.protocol = CoordinateProtocol.create(spec);
    this.groups = isFinished() ? new double[0] : protocol.groups(number);
    boolean kept = !isFinished() && found.length <= KEPT;
    // In the first round every coordinate has the same questions.
    List<Question> same = number == 1 ? protocol.questions(1, found[0]) : null;
    this.questions =
        kept
            ? Arrays.stream(found)
                .map(row -> same == null ? protocol.questions(number, row) : same)
                .toList()
            : List.of();
  }

  /** Returns the first round; throws if public values show that it cannot work. */
  public static GaussianRound first(GaussianSpec spec) {
    GaussianRound first = firstUnchecked(spec);
    List<String> refusals = first.protocol.refusals();
    if (!refusals.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", refusals));
    }
    return first;
  }

  static GaussianRound firstUnchecked(GaussianSpec spec) {
    return new GaussianRound(spec, 1, new double[spec.dimension()][0]);
  }

  @Override
  public GaussianSpec spec() {
    return spec;
  }

  @Override
  public int number() {
    return number;
  }

  public int rounds() {
    return protocol.rounds();
  }

  public boolean isFinished() {
    return number > protocol.rounds();
  }

  List<String> warnings() {
    return protocol.warnings();
  }

  public GaussianRandomizer randomizer() {
    checkFinished(false);
    double before = 0;
    for (int earlier = 1; earlier < number; earlier++) {
      before += protocol.share(earlier);
    }
    double after = number == rounds() ? Double.POSITIVE_INFINITY : before + protocol.share(number);
    return new GaussianRandomizer(this, before, after);
  }

  public GaussianTally tally() {
    checkFinished(false);
    return new GaussianTally(this);
  }

  /** Returns the next round, or after the last one the state that holds the estimate. */
  public GaussianRound next(GaussianTally tally) {
    checkFinished(false);
    if (!equals(tally.round())) {
      throw new IllegalArgumentException(
          "tally must be of this round, " + this + ". Provided value: " + tally.round());
    }
    double[][] next =
        IntStream.range(0, found.length)
            .mapToObj(c -> protocol.next(number, found[c], questions(c), tally.cells(c)))
            .toArray(double[][]::new);
    return new GaussianRound(spec, number + 1, next);
  }

  public double[] mean() {
    return column(0);
  }

  /** Returns the known standard deviation of each coordinate, or the last one found. */
  public double[] sigma() {
    return column(1);
  }

  /** Returns the standard error of each coordinate, if no first answer took a wrong cell. */
  public double[] standardError() {
    return column(2);
  }

  private double[] column(int index) {
    checkFinished(true);
    return Arrays.stream(found).mapToDouble(row -> row[index]).toArray();
  }

  private void checkFinished(boolean wanted) {
    if (isFinished() != wanted) {
      throw new IllegalStateException(
          wanted
              ? "round " + number + " of " + rounds() + " is not over: there is no estimate yet"
              : "the last of " + rounds() + " rounds is over: only its estimate is left");
    }
  }

  @Override
  public double[] groups() {
    return groups;
  }

  @Override
  public List<Question> questions(int coordinate) {
    return questions.isEmpty()
        ? protocol.questions(number, found[coordinate])
        : questions.get(coordinate);
  }

  double[] found(int coordinate) {
    return found[coordinate].clone();
  }

  int stamp() {
    return Report.stamp(digest());
  }

  @Override
  public String digest() {
    return PublicState.digestOf(toBytes());
  }

  public byte[] toBytes() {
    return FORM.write(
        out -> {
          spec.write(out);
          out.writeInt(number);
          out.writeInt(found[0].length);
          for (double[] row : found) {
            BinaryCodec.writeDoubles(out, row);
          }
        });
  }

  public static GaussianRound fromBytes(byte[] bytes) {
    try {
      GaussianRound round = FORM.read(bytes, (in, version) -> read(in));
      if (!Arrays.equals(round.toBytes(), bytes)) {
        throw new IllegalArgumentException("the protocol has another form");
      }
      return round;
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "bytes must be a complete round of this version: " + e.getMessage(), e);
    }
  }

  private static GaussianRound read(DataInputStream in) throws IOException {
    GaussianSpec spec = GaussianSpec.read(in);
    int number = in.readInt();
    int width = in.readInt();
    CoordinateProtocol protocol = CoordinateProtocol.create(spec);
    if (number < 1
        || number > protocol.rounds() + 1
        || width != protocol.width(number)
        || in.available() != 8L * width * spec.dimension()) {
      throw new IllegalArgumentException(
          "round must have a number of the protocol and a row for each coordinate. Provided:"
              + " number "
              + number
              + ", "
              + in.available()
              + " bytes");
    }
    return new GaussianRound(spec, number, readRows(in, spec.dimension(), width));
  }

  private static double[][] readRows(DataInputStream in, int rows, int width) throws IOException {
    double[][] found = new double[rows][];
    for (int i = 0; i < rows; i++) {
      found[i] = BinaryCodec.readDoubles(in, width);
      for (double value : found[i]) {
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException(
              "round must hold finite numbers. Provided value: " + value);
        }
      }
    }
    return found;
  }

  /** Questions are not serialised: they follow from the rest. */
  private Object readResolve() {
    return new GaussianRound(spec, number, found);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GaussianRound that && Arrays.equals(toBytes(), that.toBytes());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toBytes());
  }

  @Override
  public String toString() {
    return "round " + number + " of " + rounds() + " of " + spec;
  }
}
