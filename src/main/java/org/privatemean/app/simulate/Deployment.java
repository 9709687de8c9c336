package org.privatemean.app.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.app.failure.FailedJobException;
import org.privatemean.protocol.RoundState;

/**
 * Devices, a transport that loses and repeats, and the other side of it: a run round by round.
 *
 * @param <S> the public state
 */
abstract class Deployment<S extends RoundState<?, ?, S>> {
  /** Bundles are made by this many users at a time, on all cores, and then delivered in order. */
  private static final int AT_A_TIME = 4096;

  private final UserRows users;
  private final Faults faults;
  private int participants = Integer.MAX_VALUE;
  private long messages;
  private long bytes;
  private long repeated;

  Deployment(UserRows users, Faults faults) {
    this.users = users;
    this.faults = faults;
  }

  /** Returns what a device answers, or a liar in its place; empty where the user is not asked. */
  abstract byte[] answer(S state, int user);

  /**
   * Draws the random choices of a liar before all answer, so that the run does not depend on the
   * number of cores.
   */
  void draw(S state) {}

  /** The other side of the transport in one round. */
  interface Intake<S> {
    /** Takes a bundle, or drops it. */
    boolean take(String sender, byte[] bundle);

    /** The state after the round. */
    S close();

    /** Number of messages in what was taken; after the round is closed. */
    long messages();
  }

  abstract Intake<S> open(S state);

  final UserRows users() {
    return users;
  }

  final Faults faults() {
    return faults;
  }

  /** Runs all rounds. */
  final S finish(S start) {
    S state = start;
    while (!state.isFinished()) {
      draw(state);
      state = round(state);
    }
    return state;
  }

  private S round(S state) {
    Intake<S> intake = open(state);
    int taken = 0;
    for (int from = 0; from < users.count(); from += AT_A_TIME) {
      int to = Math.min(users.count(), from + AT_A_TIME);
      taken += deliver(intake, answers(state, from, to), from);
    }
    S next = closed(intake);
    participants = Math.min(participants, taken);
    messages += intake.messages();
    return next;
  }

  /** The messages of the other side hold public values only. */
  private S closed(Intake<S> intake) {
    try {
      return intake.close();
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

  /** Those that arrive twice do so after the others of their time. */
  private int deliver(Intake<S> intake, List<byte[]> bundles, int from) {
    int taken = 0;
    List<Integer> again = new ArrayList<>();
    for (int i = 0; i < bundles.size(); i++) {
      if (bundles.get(i).length == 0) {
        continue;
      }
      bytes += bundles.get(i).length;
      if (intake.take(users.ids().get(from + i), bundles.get(i))) {
        taken++;
      }
      if (faults.arrivesTwice()) {
        again.add(i);
      }
    }
    for (int i : again) {
      if (intake.take(users.ids().get(from + i), bundles.get(i))) {
        throw new IllegalStateException("a bundle was taken twice");
      }
      repeated++;
    }
    return taken;
  }

  /** The least number of users of whom a bundle was taken in a round. */
  final int participants() {
    return participants;
  }

  /** Messages or reports a user over all rounds, on average. */
  final double messagesPerUser() {
    return messages / (double) users.count();
  }

  /** Bytes of bundles a user over all rounds, on average. */
  final double bytesPerUser() {
    return bytes / (double) users.count();
  }

  /** Number of bundles that arrived twice, and were taken once. */
  final long duplicates() {
    return repeated;
  }
}
