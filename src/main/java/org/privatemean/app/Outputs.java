package org.privatemean.app;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.privatemean.app.Target.StagedOutput;

/** The outputs of a run: all of them are written or none. */
final class Outputs implements AutoCloseable {
  static final String FAILED = "the release was made, but could not be written";

  private final List<Target> targets;
  private final boolean overwrite;
  private final Map<Target, StagedOutput> staged = new LinkedHashMap<>();

  /** Checks the targets, without changing anything. */
  Outputs(List<Target> targets, boolean overwrite, List<Path> inputs) {
    this.targets = targets;
    this.overwrite = overwrite;
    for (Target target : targets) {
      target.check(overwrite);
      if (inputs.stream().anyMatch(path -> Storage.isWithin(path, target.path()))) {
        throw new WrongInputException(target.kind().option() + " would replace the input");
      }
    }
  }

  /** True if the release goes to standard output; a picture is not a place for it. */
  boolean isEmpty() {
    return targets.stream().allMatch(target -> target.kind() == Target.TargetKind.PLOT);
  }

  /** True if anything is written, if only a picture. */
  boolean hasAny() {
    return !targets.isEmpty();
  }

  String describe() {
    return targets.stream()
        .map(target -> String.format("the %s to %s", target.kind().noun(), target.display()))
        .collect(Collectors.joining(", "));
  }

  /** Prepares the writing, before anything is spent, and returns these outputs. */
  Outputs open() {
    try {
      targets.forEach(target -> staged.put(target, target.stage()));
      return this;
    } catch (WrongInputException refused) {
      close();
      throw refused;
    }
  }

  interface OutputWriter {
    void write(Target target, StagedOutput staged) throws IOException;
  }

  /** Writes everything, then moves everything in place. */
  void write(String failed, OutputWriter writer) {
    try {
      for (Map.Entry<Target, StagedOutput> each : staged.entrySet()) {
        writer.write(each.getKey(), each.getValue());
      }
      publish();
    } catch (IOException failure) {
      String kept =
          Arrays.stream(failure.getSuppressed())
              .map(second -> "; " + second.getMessage())
              .collect(Collectors.joining());
      throw new FailedJobException(
          String.format(
              "%s: %s: %s%s",
              failed, failure.getClass().getSimpleName(), failure.getMessage(), kept),
          failure);
    }
  }

  private void publish() throws IOException {
    Deque<StagedOutput> started = new ArrayDeque<>();
    try {
      for (StagedOutput each : staged.values()) {
        started.push(each);
        each.publish(overwrite);
      }
    } catch (IOException | RuntimeException failure) {
      for (StagedOutput each : started) {
        try {
          each.undo();
        } catch (IOException second) {
          failure.addSuppressed(second);
        }
      }
      throw failure;
    }
  }

  @Override
  public void close() {
    for (StagedOutput each : staged.values()) {
      try {
        each.close();
      } catch (IOException leftover) {
        throw new FailedJobException(
            "a temporary folder could not be removed: " + leftover.getMessage(), leftover);
      }
    }
  }
}
