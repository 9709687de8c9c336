package org.privatemean.local;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.protocol.BinaryCodec;
import org.privatemean.protocol.PublicState;

/** The public state between two rounds: it is sent to devices, and no other needs to be stored. */
@Internal
public final class GaussianRound implements PublicState, Serializable {
  private static final long serialVersionUID = 1;
  private static final BinaryCodec FORM = new BinaryCodec("a round of a Gaussian protocol", 1, 1);

  private final GaussianSpec spec;
  private final int number;
  private final double[] found;
  private final transient GaussianProtocol protocol;
  private final transient List<Question> questions;

  private GaussianRound(GaussianSpec spec, int number, double[] found) {
    this.spec = spec;
    this.number = number;
    this.found = found;
    this.protocol = GaussianProtocol.create(spec);
    this.questions = isFinished() ? List.of() : protocol.questions(number, found);
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
    return new GaussianRound(spec, 1, new double[0]);
  }

  GaussianSpec spec() {
    return spec;
  }

  public int number() {
    return number;
  }

  public int rounds() {
    return protocol.rounds();
  }

  public boolean isFinished() {
    return number > protocol.rounds();
  }

  public GaussianRandomizer randomizer() {
    checkFinished(false);
    double before = 0;
    for (int earlier = 1; earlier < number; earlier++) {
      before += protocol.share(earlier);
    }
    double after = number == rounds() ? Double.POSITIVE_INFINITY : before + protocol.share(number);
    double[] groups = protocol.groups(questions.size());
    return new GaussianRandomizer(spec.assignmentSeed(), stamp(), questions, groups, before, after);
  }

  public GaussianTally tally() {
    checkFinished(false);
    return new GaussianTally(number, digest(), questions);
  }

  /** Returns the next round, or after the last one the state that holds the estimate. */
  public GaussianRound next(GaussianTally tally) {
    checkFinished(false);
    if (!digest().equals(tally.round().digest())) {
      throw new IllegalArgumentException(
          "tally must be of this round, " + this + ". Provided value: " + tally.round());
    }
    double[] next = protocol.next(number, found, questions, tally.cells());
    return new GaussianRound(spec, number + 1, next);
  }

  public double mean() {
    return result(0);
  }

  /** Returns the known standard deviation, or the last one found. */
  public double sigma() {
    return result(1);
  }

  /** Returns the standard error of the mean, if no first answer took a wrong cell. */
  public double standardError() {
    return result(2);
  }

  private double result(int index) {
    checkFinished(true);
    return found[index];
  }

  private void checkFinished(boolean wanted) {
    if (isFinished() != wanted) {
      throw new IllegalStateException(
          wanted
              ? "round " + number + " of " + rounds() + " is not over: there is no estimate yet"
              : "the last of " + rounds() + " rounds is over: only its estimate is left");
    }
  }

  List<Question> questions() {
    return questions;
  }

  double[] found() {
    return found.clone();
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
          out.writeInt(found.length);
          BinaryCodec.writeDoubles(out, found);
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
    GaussianProtocol protocol = GaussianProtocol.create(spec);
    if (number < 1
        || number > protocol.rounds() + 1
        || width != protocol.width(number)
        || in.available() != 8L * width) {
      throw new IllegalArgumentException(
          String.format(
              "round must have a number of the protocol and its results. Provided: number %s, %s"
                  + " bytes",
              number, in.available()));
    }
    double[] found = BinaryCodec.readDoubles(in, width);
    for (double value : found) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "round must hold finite numbers. Provided value: " + value);
      }
    }
    return new GaussianRound(spec, number, found);
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
