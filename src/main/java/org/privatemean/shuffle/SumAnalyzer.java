package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.privacy.Checks;

/** The server's sums modulo q of each label; counts and drops other labels and bodies from q on. */
final class SumAnalyzer implements Analyzer<SumAnalyzer> {
  private static final long serialVersionUID = 1L;

  private final int firstLabel;
  private final int modulusBits;
  private final int messagesPerUser;
  private final long[] sums;
  private final long[] counts;
  private long malformed;

  SumAnalyzer(int firstLabel, int size, int modulusBits, int messagesPerUser) {
    Checks.argument("first label", firstLabel >= 0, "at least 0", firstLabel);
    int most = Integer.MAX_VALUE - firstLabel;
    Checks.argument("number of sums", size >= 1 && size <= most, "in [1, " + most + "]", size);
    this.firstLabel = firstLabel;
    this.modulusBits = modulusBits;
    this.messagesPerUser = messagesPerUser;
    this.sums = new long[size];
    this.counts = new long[size];
  }

  @Override
  public void send(int label, long body) {
    int place = label - firstLabel;
    if (label < firstLabel || place >= sums.length || body >>> modulusBits != 0) {
      malformed++;
      return;
    }
    sums[place] += body;
    counts[place]++;
  }

  @Override
  public void merge(SumAnalyzer other) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.sums[i];
      counts[i] += other.counts[i];
    }
    malformed += other.malformed;
  }

  @Override
  public long malformed() {
    return malformed;
  }

  /** Returns false if messages were lost, repeated or forged, which makes the sums meaningless. */
  public boolean isWhole() {
    return counts[0] % messagesPerUser == 0
        && Arrays.stream(counts).allMatch(count -> count == counts[0]);
  }

  /** Returns the number of users with messages, if {@link #isWhole()}. */
  public long users() {
    return counts[0] / messagesPerUser;
  }

  /** Returns the sums modulo q in [-q/2, q/2): each is the sum itself if that is in this range. */
  public long[] sums() {
    int unused = Long.SIZE - modulusBits;
    // Shifting back copies the sign bit of the residue.
    return Arrays.stream(sums).map(sum -> sum << unused >> unused).toArray();
  }
}
