package org.privatemean.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;

/** The outputs of a run: all of them are written or none. */
record Outputs(List<Target> targets, Optional<Plot> plot, boolean overwrite) {
  /** True if the release goes to standard output; a picture is not a place for it. */
  public boolean isEmpty() {
    return targets.stream().allMatch(target -> target.kind() == Target.TargetKind.PLOT);
  }

  /** True if anything is written, if only a picture. */
  public boolean hasAny() {
    return !targets.isEmpty();
  }

  /** Returns one line that names what was written, and where. */
  public String written() {
    return "wrote " + describe();
  }

  /** Returns what is written, and where. */
  public String describe() {
    return targets.stream()
        .map(target -> String.format("the %s to %s", target.kind().noun(), target.display()))
        .collect(Collectors.joining(", "));
  }

  /** Checks the targets, without changing anything. */
  void check(List<Path> inputs) {
    for (Target target : targets) {
      target.check(overwrite);
      if (inputs.stream().anyMatch(path -> Storage.isWithin(path, target.path()))) {
        throw new WrongInputException(target.kind().option() + " would replace the input");
      }
    }
  }

  /** Prepares the writing, before anything is spent. */
  public PendingOutputs open() {
    PendingOutputs pending = new PendingOutputs(plot, overwrite);
    try {
      targets.forEach(target -> pending.staged.put(target, target.stage()));
      return pending;
    } catch (WrongInputException refused) {
      pending.close();
      throw refused;
    }
  }

  /** Writer of the content of one target. */
  @FunctionalInterface
  interface OutputWriter {
    void write(Target target, StagedOutput staged) throws IOException;
  }

  /** The outputs of a run under way. */
  public static final class PendingOutputs implements AutoCloseable {
    private static final String FAILED = "the release was made, but could not be written";

    private final Optional<Plot> plot;
    private final boolean overwrite;
    private final Map<Target, StagedOutput> staged = new LinkedHashMap<>();

    private PendingOutputs(Optional<Plot> plot, boolean overwrite) {
      this.plot = plot;
      this.overwrite = overwrite;
    }

    /** Writes the outputs of a model, as {@link #write(String, OutputWriter)} does. */
    public void write(PrivateMeanModel released) {
      write(
          FAILED,
          (target, file) -> {
            if (target.kind() == Target.TargetKind.MODEL) {
              released.write().save(file.path().toString());
            } else {
              writeFile(released.summary(), target, file);
            }
          });
    }

    /** Writes the outputs of a model that is saved already. */
    public void write(PrivateMeanSummary released) {
      write(FAILED, (target, file) -> writeFile(released, target, file));
    }

    private void writeFile(PrivateMeanSummary released, Target target, StagedOutput file)
        throws IOException {
      if (target.kind() == Target.TargetKind.PLOT) {
        byte[] image = plot.get().content(released);
        file.write(stream -> stream.write(image));
        return;
      }
      ReportFormat format = ReportFormat.fromFile(target.path().getName());
      file.write(
          stream -> {
            Writer text = new BufferedWriter(new OutputStreamWriter(stream, UTF_8));
            format.write(released, text);
            text.flush();
          });
    }

    /**
     * Writes everything, then moves everything in place.
     *
     * @param failed the message of a failure, without its cause
     */
    public void write(String failed, OutputWriter writer) {
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
        undo(started, failure);
        throw failure;
      }
    }

    private static void undo(Deque<StagedOutput> started, Exception failure) {
      for (StagedOutput each : started) {
        try {
          each.undo();
        } catch (IOException second) {
          failure.addSuppressed(second);
        }
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
}
