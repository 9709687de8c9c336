package org.privatemean.app;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.protocol.RoundState;

/**
 * Simulated deployment: devices, a transport that loses and repeats bundles, and a receiver, run
 * round by round.
 *
 * @param <S> the public state
 */
abstract class Deployment<S extends RoundState<?, ?, S>> {
  /** Number of users whose bundles are created in parallel and then delivered in order. */
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

  /**
   * Returns the answer of a device, or of a forger in its place; empty if the user is not asked.
   */
  abstract byte[] answer(S state, int user);

  /**
   * Draws the forgers' bundles before any answer, so that the run does not depend on the number of
   * cores.
   */
  void draw(S state) {}

  /** Receiver of one round. */
  interface Intake<S> {
    /** Takes a bundle, or drops it. */
    boolean take(String sender, byte[] bundle);

    /** Closes the round and returns the next state. */
    S close();

    /** Returns the number of messages in the taken bundles, after the round is closed. */
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

  /** Closes a round. The receiver's messages contain public values only. */
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

  /** Delivers bundles. Duplicates arrive after the other bundles of the chunk. */
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

  /** Returns the smallest number of users per round whose bundle was taken. */
  final int participants() {
    return participants;
  }

  /** Returns the number of messages or reports per user over all rounds, on average. */
  final double messagesPerUser() {
    return messages / (double) users.count();
  }

  /** Returns the bytes of bundles per user over all rounds, on average. */
  final double bytesPerUser() {
    return bytes / (double) users.count();
  }

  /** Returns the number of bundles that arrived twice and were taken once. */
  final long duplicates() {
    return repeated;
  }
}
