package org.privatemean.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;

/**
 * The outputs of a run: all of it or nothing.
 *
 * @param model where the model is saved, if anywhere
 * @param report where the report is written, if anywhere
 * @param plot what picture is drawn and where, if any
 * @param overwrite whether something there is replaced
 */
record Outputs(
    Optional<Target> model, Optional<Target> report, Optional<Plot> plot, boolean overwrite) {
  /**
   * True if there is nowhere to write the release to, so that the report goes to standard output. A
   * picture is not a place for it.
   */
  public boolean isEmpty() {
    return model.isEmpty() && report.isEmpty();
  }

  /** True if anything is written, if only a picture. */
  public boolean hasAny() {
    return !isEmpty() || plot.isPresent();
  }

  /** One line that says what was written, and where. */
  public String written() {
    return "wrote " + describe();
  }

  /** Returns what is written, and where. */
  public String describe() {
    return Stream.of(model, report, plot.map(Plot::target))
        .flatMap(Optional::stream)
        .map(target -> String.format("the %s to %s", target.kind().noun(), target.display()))
        .collect(Collectors.joining(", "));
  }

  /**
   * Prepares the writing, before anything is spent.
   *
   * @throws WrongInputException if a target cannot be written
   */
  public PendingOutputs open() {
    PendingOutputs writing = new PendingOutputs(overwrite);
    try {
      writing.model = model.map(Target::stage);
      writing.report = report.map(Target::stage);
      writing.format =
          report.map(target -> ReportFormat.fromFile(target.path().getName())).orElse(null);
      writing.plot = plot.map(picture -> new StagedPlot(picture, picture.target().stage()));
      return writing;
    } catch (WrongInputException refused) {
      writing.close();
      throw refused;
    }
  }

  /** Saves a model at a path. */
  @FunctionalInterface
  private interface Saving {
    void to(String path) throws IOException;
  }

  /** A picture that is being written. */
  private record StagedPlot(Plot plot, StagedOutput staged) {}

  /** The outputs of a run under way. */
  public static final class PendingOutputs implements AutoCloseable {
    private final boolean overwrite;
    private Optional<StagedOutput> model = Optional.empty();
    private Optional<StagedOutput> report = Optional.empty();
    private Optional<StagedPlot> plot = Optional.empty();

    /** Null where no report exists. */
    private ReportFormat format;

    private PendingOutputs(boolean overwrite) {
      this.overwrite = overwrite;
    }

    /**
     * Writes everything, then puts everything in place.
     *
     * @throws FailedJobException if a part fails; what was in place before is there again
     */
    public void write(PrivateMeanModel released) {
      write(released.summary(), path -> released.write().save(path));
    }

    /** The same of a model that is saved already. */
    public void write(PrivateMeanSummary released) {
      write(released, path -> {});
    }

    private void write(PrivateMeanSummary released, Saving saving) {
      try {
        if (model.isPresent()) {
          saving.to(model.get().path().toString());
        }
        if (report.isPresent()) {
          write(released, report.get());
        }
        if (plot.isPresent()) {
          Plot picture = plot.get().plot();
          Optional<KeyedRelease> groups = released.keyed();
          plot.get()
              .staged()
              .write(
                  groups.isPresent()
                      ? picture.content(groups.get())
                      : picture.content(released.release()));
        }
        publish();
      } catch (IOException failure) {
        String kept =
            Arrays.stream(failure.getSuppressed())
                .map(second -> "; " + second.getMessage())
                .collect(Collectors.joining());
        throw new FailedJobException(
            String.format(
                "the release was made, but could not be written: %s: %s%s",
                failure.getClass().getSimpleName(), failure.getMessage(), kept),
            failure);
      }
    }

    private void write(PrivateMeanSummary released, StagedOutput file) throws IOException {
      if (released.keyed().isEmpty()) {
        file.write(format.text(released.release()));
        return;
      }
      file.write(
          stream -> {
            Writer text = new BufferedWriter(new OutputStreamWriter(stream, UTF_8));
            format.write(released.keyed().get(), text);
            text.flush();
          });
    }

    private void publish() throws IOException {
      Deque<StagedOutput> started = new ArrayDeque<>();
      try {
        for (StagedOutput staged : staged().toList()) {
          started.push(staged);
          staged.publish(overwrite);
        }
      } catch (IOException | RuntimeException failure) {
        undo(started, failure);
        throw failure;
      }
    }

    private static void undo(Deque<StagedOutput> started, Exception failure) {
      for (StagedOutput staged : started) {
        try {
          staged.undo();
        } catch (IOException second) {
          failure.addSuppressed(second);
        }
      }
    }

    private Stream<StagedOutput> staged() {
      return Stream.of(model, report, plot.map(StagedPlot::staged)).flatMap(Optional::stream);
    }

    @Override
    public void close() {
      for (StagedOutput staged : staged().toList()) {
        try {
          staged.close();
        } catch (IOException leftover) {
          throw new FailedJobException(
              "a temporary folder could not be removed: " + leftover.getMessage(), leftover);
        }
      }
    }
  }
}
