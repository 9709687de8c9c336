package org.privatemean.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.app.FaultOptions.Faults;
import org.privatemean.protocol.RoundState;
import org.privatemean.release.PublicWarnings;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.release.report.JsonText;
import org.privatemean.request.ErrorBarCoverage;

/** Simulated deployment: devices, a transport that loses and repeats bundles, a receiver. */
abstract class Deployment<S extends RoundState<?, ?, S>> {
  /** Number of users whose bundles are created in parallel, then delivered in order. */
  private static final int AT_A_TIME = 4096;

  private final UserRows users;
  private final Faults faults;
  private int participants = Integer.MAX_VALUE;
  private long bytes;
  private long repeated;

  Deployment(UserRows users, Faults faults) {
    this.users = users;
    this.faults = faults;
  }

  static <T> List<T> join(UserRows users, Function<String, T> join) {
    return users.ids().stream().parallel().map(join).toList();
  }

  /** Returns the answer of a device, or of a forger in its place. */
  abstract byte[] answer(S state, int user);

  abstract void open(S state);

  /** Takes a bundle, or drops it and returns false. */
  abstract boolean take(String sender, byte[] bundle);

  /** Closes the round. The receiver's messages contain public values only. */
  abstract S close(S state);

  final S finish(S start) {
    S state = start;
    while (!state.isFinished()) {
      state = round(state);
    }
    return state;
  }

  private S round(S state) {
    open(state);
    int taken = 0;
    for (int from = 0; from < users.count(); from += AT_A_TIME) {
      int to = Math.min(users.count(), from + AT_A_TIME);
      taken += deliver(answers(state, from, to), from);
    }
    participants = Math.min(participants, taken);
    try {
      return close(state);
    } catch (IllegalStateException spoiled) {
      throw new FailedJobException(spoiled.getMessage(), spoiled);
    }
  }

  private List<byte[]> answers(S state, int from, int to) {
    int round = state.round() + 1;
    return IntStream.range(from, to)
        .parallel()
        .mapToObj(user -> faults.isSilent(user, round) ? new byte[0] : answer(state, user))
        .toList();
  }

  /** Delivers bundles. Duplicates arrive after the other bundles of the chunk. */
  private int deliver(List<byte[]> bundles, int from) {
    int taken = 0;
    List<Integer> again = new ArrayList<>();
    for (int i = 0; i < bundles.size(); i++) {
      if (bundles.get(i).length == 0) {
        continue;
      }
      bytes += bundles.get(i).length;
      if (take(users.ids().get(from + i), bundles.get(i))) {
        taken++;
      }
      if (faults.arrivesTwice()) {
        again.add(i);
      }
    }
    for (int i : again) {
      if (take(users.ids().get(from + i), bundles.get(i))) {
        throw new IllegalStateException("a bundle was taken twice");
      }
      repeated++;
    }
    return taken;
  }

  /** Returns the report of the run, which contains only values known to the receiver. */
  final String report(
      S finished,
      Release released,
      Map<String, ?> more,
      List<String> own,
      Consumer<String> warnings) {
    Release whole =
        PublicWarnings.addTo(
            released.withColumnNames(users.names()), ErrorBarCoverage.CoverageKind.NONE);
    List<String> all =
        Stream.concat(whole.warnings().stream().map(Warning::text), own.stream()).toList();
    all.forEach(warnings);
    long messages =
        finished.received().stream().mapToLong(round -> round.accepted() + round.dropped()).sum();
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("mean", whole.mean());
    report.put("expectedL2Error", whole.noise().reportedL2Error());
    report.put("users", users.count());
    report.put("rounds", finished.round());
    report.put("participants", participants);
    report.put("messagesPerUser", messages / (double) users.count());
    report.put("bytesPerUser", bytes / (double) users.count());
    report.put("repeatedBundles", repeated);
    report.putAll(more);
    report.put("warnings", all);
    return JsonText.format(report);
  }
}
