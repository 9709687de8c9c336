package org.privatemean.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.privatemean.audit.AuditCase.Finding;
import org.privatemean.audit.GroupReplayCase.KeyedRow;
import org.privatemean.audit.ReplayCase.Mechanism;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanSpec.Randomizer;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Field.SavedColumn;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.PublicWarnings;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.release.plot.MeanPlot;
import org.privatemean.release.report.JsonText;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.release.report.ReleaseReport;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * Everything that leaves fits on rows that hold canaries: reports in every form, saved values,
 * refusals, log lines, entries of a ledger, messages of devices. No output may hold a canary in a
 * form of {@link Canary}; and all outputs of means and their refusals must be equal, byte for byte,
 * for neighbouring data with the same answers.
 */
final class LeakCases {
  /** A case watches the log of the whole process. */
  private static final Object ONE_AT_A_TIME = new Object();

  /** Lines of other libraries, whose threads may log at any time: searched, not compared. */
  private static final String OTHER_LOG = "log of another library";

  private static final int MAX_EXPONENT = 290;
  private static final double SMALL_RHO = 1e-4;
  private static final int USERS = 40;

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record LeakedOutput(String name, byte[] bytes) {
    LeakedOutput(String name, String text) {
      this(name, text.getBytes(UTF_8));
    }

    static LeakedOutput ofLog(String line) {
      return new LeakedOutput(line.startsWith("org.privatemean.") ? "log" : OTHER_LOG, line);
    }

    boolean isSame(LeakedOutput other) {
      return name.equals(other.name) && Arrays.equals(bytes, other.bytes);
    }
  }

  /** The outputs of fits, and the canaries that none may hold. */
  private static final class FitOutputs {
    private final List<Canary> canaries = new ArrayList<>();
    private final List<List<LeakedOutput>> fits = new ArrayList<>();

    double number(SplittableRandom random, int exponent) {
      double number = Canary.number(random, exponent);
      canaries.add(Canary.of(number));
      return number;
    }

    /** Runs a fit, and keeps its outputs, log lines and refusal. */
    void watch(Consumer<List<LeakedOutput>> fit) {
      List<LeakedOutput> outputs = new ArrayList<>();
      try (LogWatch log = new LogWatch()) {
        try {
          fit.accept(outputs);
        } catch (RuntimeException refused) {
          if (!(refused instanceof Refusal refusal)) {
            throw refused;
          }
          outputs.add(new LeakedOutput("refusal", refusal.text() + describe(refused)));
        }
        log.lines.stream().sorted().forEach(line -> outputs.add(LeakedOutput.ofLog(line)));
      }
      fits.add(outputs);
    }

    boolean hasRelease() {
      return fits.stream().flatMap(List::stream).anyMatch(output -> !output.name.startsWith("log"));
    }

    /** Returns the names of outputs that hold a canary. */
    List<String> leaks() {
      return fits.stream()
          .flatMap(List::stream)
          .filter(output -> canaries.stream().anyMatch(canary -> canary.isIn(output.bytes)))
          .map(output -> "'" + output.name + "' holds a private value")
          .distinct()
          .toList();
    }

    /** Returns the names of outputs that differ between the two fits of a pair. */
    List<String> differences() {
      return IntStream.range(0, fits.size() / 2)
          .boxed()
          .flatMap(k -> differences(compared(2 * k), compared(2 * k + 1)))
          .distinct()
          .toList();
    }

    private List<LeakedOutput> compared(int fit) {
      return fits.get(fit).stream().filter(output -> !output.name.equals(OTHER_LOG)).toList();
    }

    private static Stream<String> differences(List<LeakedOutput> one, List<LeakedOutput> other) {
      return one.size() != other.size()
          ? Stream.of("neighbouring data have other outputs")
          : IntStream.range(0, one.size())
              .filter(k -> !one.get(k).isSame(other.get(k)))
              .mapToObj(k -> "'" + one.get(k).name + "' differs between neighbouring data");
    }
  }

  /** The lines of all loggers of the root's level, at TRACE, while open. */
  private static final class LogWatch implements AutoCloseable {
    private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
    private final LoggerConfig root = context.getConfiguration().getRootLogger();
    private final Level before = root.getLevel();
    private final AbstractAppender appender =
        new AbstractAppender("audit", null, null, false, Property.EMPTY_ARRAY) {
          @Override
          public void append(LogEvent event) {
            lines.add(
                event.getLoggerName()
                    + " "
                    + event.getMessage().getFormattedMessage()
                    + describe(event.getThrown()));
          }
        };

    LogWatch() {
      appender.start();
      setOthers(before);
      root.addAppender(appender, Level.TRACE, null);
      root.setLevel(Level.TRACE);
      context.updateLoggers();
    }

    /** Keeps the other appenders at the level that they had. */
    private void setOthers(Level level) {
      root.getAppenders()
          .forEach(
              (name, other) -> {
                root.removeAppender(name);
                root.addAppender(other, level, null);
              });
    }

    @Override
    public void close() {
      root.removeAppender("audit");
      setOthers(null);
      root.setLevel(before);
      context.updateLoggers();
      appender.stop();
    }
  }

  private static String describe(Throwable thrown) {
    return thrown == null ? "" : " " + thrown + describe(thrown.getCause());
  }

  private final AuditedBuild build;
  private final List<AuditCase> cases = new ArrayList<>();

  private LeakCases(AuditedBuild build) {
    this.build = build;
  }

  static List<AuditCase> create(AuditedBuild build) {
    LeakCases leaks = new LeakCases(build);
    for (Neighbours neighbours : Neighbours.values()) {
      for (Mechanism mechanism : Mechanism.values()) {
        leaks.add(
            mechanism + ", " + neighbours,
            true,
            random -> leaks.mean(mechanism, neighbours, random));
        leaks.add(
            "refusals of " + mechanism + ", " + neighbours,
            true,
            random -> leaks.refusals(mechanism, neighbours, random));
      }
      for (boolean arePrivate : new boolean[] {false, true}) {
        leaks.add(
            (arePrivate ? "groups of private keys, " : "groups of public keys, ") + neighbours,
            false,
            random -> leaks.groups(arePrivate, neighbours, random));
      }
      leaks.add("ledger, " + neighbours, false, random -> leaks.ledger(neighbours, random));
    }
    for (Randomizer randomizer : Randomizer.values()) {
      LocalMeanClient device = LocalMeanClient.of(DeviceExperiments.start(1, 2, randomizer));
      leaks.add(
          "device, " + randomizer.label(), false, random -> leaks.device(device::bundle, random));
    }
    for (int round = 0; round < DeviceExperiments.SHUFFLE_ROUNDS; round++) {
      int before = round;
      leaks.add(
          "device, shuffle, round " + (round + 1),
          false,
          random -> {
            ShuffleMeanState state = DeviceExperiments.shuffleRounds(leaks.build, 1, 2).get(before);
            return leaks.device(ShuffleMeanClient.of(state)::bundle, random);
          });
    }
    return leaks.cases;
  }

  private void add(String name, boolean areCompared, Function<SplittableRandom, FitOutputs> fits) {
    cases.add(
        new AuditCase(
            name,
            1,
            (seed, nanoseconds) -> {
              synchronized (ONE_AT_A_TIME) {
                FitOutputs kept = fits.apply(new SplittableRandom(seed));
                List<String> faults =
                    new ArrayList<>(areCompared ? kept.differences() : List.<String>of());
                // Digits of other numbers may be those of a canary once, but not of two.
                if (!kept.leaks().isEmpty()) {
                  faults.addAll(fits.apply(new SplittableRandom(~seed)).leaks());
                }
                return Finding.create(faults);
              }
            }));
  }

  /** Returns a row of canaries, each of about the median size of its column. */
  private static double[] canaries(FitOutputs kept, double[][] rows, SplittableRandom random) {
    double[] row = new double[rows[0].length];
    Arrays.setAll(
        row,
        j -> {
          double[] sizes =
              Arrays.stream(rows)
                  .mapToDouble(each -> Math.log10(Math.abs(each[j])))
                  .filter(log -> Math.abs(log) < MAX_EXPONENT)
                  .sorted()
                  .toArray();
          double size = sizes.length == 0 ? 0 : sizes[sizes.length / 2];
          return kept.number(random, (int) Math.round(size));
        });
    return row;
  }

  private FitOutputs mean(Mechanism mechanism, Neighbours neighbours, SplittableRandom random) {
    FitOutputs kept = new FitOutputs();
    ReplayCase drawn =
        ReplayCase.draw(mechanism, neighbours, ReplayCase.LARGE_RHO, random.nextLong());
    watch(kept, drawn.plus(drawn.invalidRows(), canaries(kept, drawn.rows(), random)));
    return kept;
  }

  /** Watches the release of both data sets, with the answers of the first. */
  private void watch(FitOutputs kept, ReplayCase pair) {
    Transcript one = new Transcript(build, pair.request().rho(), pair.key(), null);
    Transcript other = one.replaying();
    int dimension = pair.rows()[0].length;
    for (Transcript trust : List.of(one, other)) {
      double[][] data = trust == one ? pair.rows() : pair.neighbour();
      InMemoryRows rows = InMemoryRows.of(data, dimension, pair.invalidRows());
      kept.watch(
          outputs -> addAll(outputs, build.release(pair.request(), rows, trust), Optional.empty()));
    }
  }

  /** Too small a budget for two rows; and an invalid row that is an error. */
  private FitOutputs refusals(Mechanism mechanism, Neighbours neighbours, SplittableRandom random) {
    FitOutputs kept = new FitOutputs();
    ReplayCase drawn =
        ReplayCase.draw(mechanism, neighbours, ReplayCase.LARGE_RHO, random.nextLong());
    double[] row = canaries(kept, drawn.rows(), random);
    // At least one canary and the NaN: a row of two coordinates, where there is one column.
    double[] invalid = Arrays.copyOf(canaries(kept, drawn.rows(), random), Math.max(2, row.length));
    invalid[invalid.length - 1] = Double.NaN;
    watch(kept, drawn.plus(InvalidRows.ERROR, row, invalid));
    ReplayCase cheap = ReplayCase.draw(mechanism, neighbours, SMALL_RHO, random.nextLong());
    double[][] few = {canaries(kept, cheap.rows(), random)};
    double[] other = canaries(kept, cheap.rows(), random);
    watch(
        kept,
        new ReplayCase(
            cheap.request(),
            ReplayCase.with(few, other),
            neighbours == Neighbours.ADD_REMOVE ? few : ReplayCase.with(few, few),
            InvalidRows.ZERO,
            cheap.key()));
    return kept;
  }

  private FitOutputs groups(boolean arePrivate, Neighbours neighbours, SplittableRandom random) {
    FitOutputs kept = new FitOutputs();
    GroupReplayCase drawn =
        GroupReplayCase.draw(arePrivate, neighbours, ReplayCase.LARGE_RHO, random);
    KeyedRow first = drawn.rows().get(0);
    List<KeyedRow> rows = new ArrayList<>();
    rows.add(new KeyedRow(first.key(), canaries(kept, new double[][] {first.values()}, random), 1));
    if (arePrivate) {
      GroupKey alone = GroupKey.of("canary " + Long.toHexString(random.nextLong()));
      kept.canaries.add(Canary.of(alone));
      rows.add(new KeyedRow(alone, first.values(), 1));
    }
    GroupReplayCase pair =
        new GroupReplayCase(
            drawn.spec(),
            drawn.keys(),
            drawn.keyDelta(),
            drawn.dimension(),
            Stream.concat(rows.stream(), drawn.rows().stream()).toList(),
            Stream.concat(rows.stream(), drawn.neighbour().stream()).toList(),
            drawn.key());
    // The part replay reports its faults.
    kept.watch(outputs -> pair.faults(build, release -> addAll(outputs, release)));
    // Nothing is released if a key of the other data alone is kept, of probability delta.
    return kept.hasRelease() ? kept : groups(arePrivate, neighbours, random);
  }

  /** A fit under a ledger, which stores its result, and one that exceeds the budget. */
  private FitOutputs ledger(Neighbours neighbours, SplittableRandom random) {
    FitOutputs kept = new FitOutputs();
    ReplayCase drawn =
        ReplayCase.draw(Mechanism.CLIPPED, neighbours, ReplayCase.LARGE_RHO, random.nextLong());
    double[][] rows = ReplayCase.with(drawn.rows(), canaries(kept, drawn.rows(), random));
    LedgerCases.MemoryStore store = new LedgerCases.MemoryStore();
    kept.watch(
        outputs -> {
          InMemoryRows read = InMemoryRows.of(rows, rows[0].length, InvalidRows.ZERO);
          Transcript trust = new Transcript(build, drawn.request().rho(), drawn.key(), null);
          LedgerCases.release(
              build,
              store,
              neighbours,
              () -> ReleaseReport.of(build.release(drawn.request(), read, trust)).jsonLine());
        });
    kept.watch(
        outputs ->
            LedgerCases.release(
                build,
                store,
                neighbours,
                () -> {
                  throw new IllegalStateException("a budget was spent twice");
                }));
    kept.watch(
        outputs ->
            store.contents().forEach((name, bytes) -> outputs.add(new LeakedOutput(name, bytes))));
    return kept;
  }

  private interface Client {
    byte[] bundle(String userId, double[] row, BitSource secret);
  }

  private FitOutputs device(Client device, SplittableRandom random) {
    FitOutputs kept = new FitOutputs();
    double[] row = {kept.number(random, 0), kept.number(random, 0)};
    NoiseKey key = NoiseKey.fromSeed(random.nextLong());
    for (int user = 0; user < USERS; user++) {
      String name = "user " + user;
      BitSource bits = build.bits(key, 1 + user);
      kept.watch(outputs -> outputs.add(message(device, name, row, bits)));
    }
    double[] invalid = {row[0], Double.NaN};
    kept.watch(
        outputs -> {
          try {
            outputs.add(message(device, "user", invalid, build.bits(key, 0)));
          } catch (IllegalArgumentException refused) {
            outputs.add(new LeakedOutput("refusal", describe(refused)));
          }
        });
    return kept;
  }

  private LeakedOutput message(Client device, String user, double[] row, BitSource bits) {
    return new LeakedOutput("message", build.message(device.bundle(user, row, bits), row));
  }

  private static void addAll(
      List<LeakedOutput> outputs, Release found, Optional<KeyedRelease> groups) {
    Release release =
        PublicWarnings.addTo(found, ErrorBarCoverage.CoverageKind.NONE)
            .withSeeding(NoiseSeeding.YES)
            .withProvenance(Provenance.createdAt(Instant.EPOCH));
    outputs.add(new LeakedOutput("text", release + " " + release.charges()));
    Map<String, Object> saved = new LinkedHashMap<>();
    for (SavedColumn column : ReleaseSchema.columns()) {
      saved.put(column.name(), column.value(release));
    }
    outputs.add(new LeakedOutput("saved values", JsonText.format(saved)));
    outputs.add(new LeakedOutput("serialised", serialise(release)));
    addReports(outputs, groups.map(ReleaseReport::of).orElseGet(() -> ReleaseReport.of(release)));
    if (groups.isEmpty()) {
      outputs.add(new LeakedOutput("plot", MeanPlot.create(release).svg()));
    }
  }

  private static void addAll(List<LeakedOutput> outputs, KeyedRelease release) {
    addAll(outputs, release.common(), Optional.of(release));
    outputs.add(new LeakedOutput("serialised", serialise(release)));
    outputs.add(new LeakedOutput("plot", MeanPlot.create(release).svg()));
  }

  private static void addReports(List<LeakedOutput> outputs, ReleaseReport report) {
    outputs.add(new LeakedOutput("report", report.text()));
    StringBuilder lines = new StringBuilder();
    StringBuilder csv = new StringBuilder();
    StringBuilder markdown = new StringBuilder();
    try {
      report.writeJsonLines(lines);
      report.writeCsv(csv);
      report.writeMarkdown(markdown);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    outputs.add(new LeakedOutput("json", report.json()));
    outputs.add(new LeakedOutput("jsonl", lines.toString()));
    outputs.add(new LeakedOutput("csv", csv.toString()));
    outputs.add(new LeakedOutput("md", markdown.toString()));
  }

  private static byte[] serialise(Serializable value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
