package org.privatemean.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.privatemean.device.JournalEntry.AnsweredRound;
import org.privatemean.device.JournalEntry.JoinedRun;

/**
 * The record of the runs that a device has joined and the rounds it answered: each round is
 * answered once. The folder stores an entry before its result is returned, so after a crash its
 * bundle is sent again, or nothing was sent. Thread-safe.
 */
final class DeviceLedger implements AutoCloseable {
  /** Empty for a device in memory. */
  private final Optional<DeviceFolder> folder;

  private final List<JoinedRun> joined = new ArrayList<>();
  private final Map<String, Integer> runs = new HashMap<>();
  private final List<NavigableMap<Integer, AnsweredRound>> answers = new ArrayList<>();
  private boolean closed;

  DeviceLedger(Optional<DeviceFolder> folder) {
    this.folder = folder;
    folder.ifPresent(kept -> kept.ledger().entries().forEach(this::take));
  }

  /** Stores an entry durably, and then takes it. */
  private void append(JournalEntry entry) {
    if (closed && folder.isEmpty()) {
      throw new RefusedException("this device is closed");
    }
    folder.ifPresent(open -> open.ledger().append(entry));
    take(entry);
  }

  private void take(JournalEntry entry) {
    if (entry instanceof JoinedRun run) {
      runs.put(run.runId(), joined.size());
      joined.add(run);
      answers.add(new TreeMap<>());
    } else if (entry instanceof AnsweredRound answered) {
      if (answered.run() >= answers.size()) {
        throw RefusedException.forDamage("it has an answer of a run that was not joined");
      }
      answers.get(answered.run()).put(answered.round(), answered);
    }
  }

  /** Returns the joined run of a name; empty if it was not joined. */
  synchronized Optional<JoinedRun> run(String runId) {
    return Optional.ofNullable(runs.get(runId)).map(joined::get);
  }

  synchronized void join(JoinedRun run, Optional<DeviceLimit> limit) {
    if (runs.containsKey(run.runId())) {
      throw new RefusedException("the run was joined before");
    }
    limit.ifPresent(most -> most.check(run.cost(), joined));
    append(run);
  }

  /** Answers a round with the stored bundle, or else with a new one, which is stored first. */
  synchronized byte[] answer(String runId, int round, String digest, Supplier<byte[]> bundle) {
    int run = runs.get(runId);
    NavigableMap<Integer, AnsweredRound> before = answers.get(run);
    AnsweredRound known = before.get(round);
    if (known != null) {
      return again(known, digest);
    }
    if (!before.isEmpty() && before.lastKey() > round) {
      throw new RefusedException(
          String.format(
              "round %d was not answered when it came, and round %d has been since: what was"
                  + " skipped stays skipped",
              round + 1, before.lastKey() + 1));
    }
    AnsweredRound answered = new AnsweredRound(run, round, digest, bundle.get());
    append(answered);
    return answered.bundle().clone();
  }

  private static byte[] again(AnsweredRound known, String digest) {
    if (!known.digest().equals(digest)) {
      throw new RefusedException(
          String.format(
              "round %d was answered for another state: its digest begins with %s, and that of this"
                  + " one with %s",
              known.round() + 1, known.digest().substring(0, 8), digest.substring(0, 8)));
    }
    if (known.bundle() == null) {
      throw new RefusedException(
          String.format(
              "the answer to round %d was lost while it was written: the round counts as answered,"
                  + " and there is nothing to send",
              known.round() + 1));
    }
    return known.bundle().clone();
  }

  @Override
  public synchronized void close() {
    closed = true;
    folder.ifPresent(DeviceFolder::close);
  }
}
