package org.privatemean.spark;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.privatemean.central.CentralTrust;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalRelease;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.protocol.ReportKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.PublicWarnings;
import org.privatemean.release.Release;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.PersonRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.WarmStart;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleRelease;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.ledger.PaidFit.InputDescriptor;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.FitRequest.FitPrice;
import org.privatemean.spark.param.FitRequest.KeyRequest;
import org.privatemean.spark.param.MeanParams;

/** A fit of a stage's request, with the start of startFrom if set. A ledger may pay for it. */
record StageFit(MeanParams<?, ?> stage, FitRequest request, int dimension) {
  private static final Set<String> SHAPE_NOTHING =
      Set.of(
          "outputCol",
          "reportCol",
          "seed",
          // A path; the request holds its content.
          "startFrom",
          "ledger",
          "releaseName",
          "payAgain",
          "ledgerKeyFile",
          "ledgerAtLeast");

  /** Returns a stage with the default of handleInvalid under a ledger, unless it is set. */
  @SuppressWarnings("unchecked")
  static <S extends MeanParams<?, ?>> S underLedger(S stage) {
    if (stage.isSet(stage.handleInvalid())) {
      return stage;
    }
    S copy = (S) stage.copy(ParamMap.empty());
    boolean isCountPublic = Neighbours.of(stage.getNeighbours()) == Neighbours.REPLACE;
    copy.setDefault(copy.handleInvalid(), isCountPublic ? "zero" : "skip");
    return copy;
  }

  /** Releases the request. The ledger that params or settings name, if any, pays for it. */
  PrivateMeanSummary summary(Dataset<?> rows, InputDescriptor described, Progress progress) {
    if (rows.isStreaming()) {
      throw new ParamException(
          "inputCol",
          "{inputCol} is of a stream, which has no end",
          "fit its batches in foreachBatch");
    }
    Optional<LedgerSettings> ledger = LedgerSettings.resolve(stage, rows.sparkSession());
    if (ledger.isEmpty()) {
      return release(rows, Payment.IN_PROCESS, progress);
    }
    StageFit paid = new StageFit(underLedger(stage), request, dimension);
    return PaidFit.run(
        ledgerRequest(ledger.get(), described),
        new PaidFit.Fit<PrivateMeanSummary>(
            (part, payment) -> paid.release(part, payment, progress),
            SavedText::write,
            SavedText::read,
            PrivateMeanSummary::withReceipt,
            PrivateMeanSummary::withWarnings),
        rows);
  }

  PaidFit.LedgerFitRequest ledgerRequest(LedgerSettings settings, InputDescriptor described) {
    return new PaidFit.LedgerFitRequest(
        settings,
        FitPrice.compute(request),
        digest(described.input()),
        Neighbours.of(stage.getNeighbours()),
        stage.persons().map(PersonRequest::column),
        described,
        endingParam());
  }

  private Optional<String> endingParam() {
    // An unset param means another rule under a ledger.
    if (stage.isSet(stage.handleInvalid()) && stage.invalidRows() == InvalidRows.ERROR) {
      return Optional.of(stage.handleInvalid().name());
    }
    return stage.ids().map(column -> stage.idCol().name());
  }

  private PrivateMeanSummary release(Dataset<?> rows, Payment payment, Progress progress) {
    List<String> names = VectorColumn.names(rows.schema(), stage.getInputCol());
    // The time before any row is read: a later time would reveal the duration of the reads.
    Provenance made = Provenance.createdAt(Instant.now());
    Provenance origin = names.isEmpty() ? made.of(stage.getInputCol()) : made;
    if (request instanceof FitRequest.Grouped grouped) {
      KeyedRelease released = GroupedFit.fit(grouped, rows, stage, dimension, payment, progress);
      return new PrivateMeanSummary(
          new GroupTable(
              released.withProvenance(names, origin).withPublicWarnings(),
              KeyColumns.find(rows.schema(), stage.getGroupCols()).schema()));
    }
    Release release =
        request instanceof FitRequest.Central central
            ? central(central, rows, payment, progress)
            : ofUsers(rows, payment, progress);
    return new PrivateMeanSummary(
        addWarnings(stage, request, release.withColumnNames(names).withProvenance(origin)));
  }

  static Release addWarnings(MeanParams<?, ?> stage, FitRequest request, Release release) {
    return PublicWarnings.addTo(release.withConfidence(stage.getConfidence()), request.errorBars());
  }

  private Release central(
      FitRequest.Central requested, Dataset<?> dataset, Payment payment, Progress progress) {
    boolean isSeeded = stage.isDefined(stage.seed());
    NoiseKey key = isSeeded ? NoiseKey.fromSeed(stage.getSeed()) : NoiseKey.fromOperatingSystem();
    boolean isCountPublic = requested.guarantee().unit().isCountPublic();
    Rows rows = rows(requested.request(), dataset, key, isCountPublic);
    Zcdp budget = requested.guarantee().zcdp();
    progress.begins(Progress.likelyPhases(requested.request(), isCountPublic), budget.rho());
    Payment paying = isCountPublic ? payment : withRowCheck(payment, rows);
    PrivacyLedger ledger = new PrivacyLedger(budget, paying, progress::onCharge);
    CentralTrust curator = CentralTrust.of(ledger, key, requested.guarantee().calibration());
    Release release = Mechanisms.release(requested.request(), rows, curator);
    return release
        .sampled()
        .map(how -> release.withSampling(how.withRequested(Sampling.of(stage.getSampling()))))
        .orElse(release)
        .withGuarantee(requested.guarantee())
        .withSeeding(NoiseSeeding.from(isSeeded));
  }

  /**
   * Returns a payment that checks for invalid rows after the charge if they fail a fit. The first
   * noise is that of a count, which reads no vector. A charge without a draw can be reused.
   */
  private Payment withRowCheck(Payment payment, Rows rows) {
    // The count of persons reads their rows in any case.
    if (!mayEndPaidFit(payment) || !(rows instanceof CheckedRows checked)) {
      return payment;
    }
    return new Payment() {
      @Override
      public double charge(double rho) {
        double granted = payment.charge(rho);
        checked.countChecked();
        return granted;
      }

      @Override
      public void draw() {
        payment.draw();
      }
    };
  }

  private boolean mayEndPaidFit(Payment payment) {
    return payment != Payment.IN_PROCESS && stage.invalidRows() == InvalidRows.ERROR;
  }

  private Rows rows(
      MeanRequest requested, Dataset<?> dataset, NoiseKey key, boolean isCountPublic) {
    VectorColumn column = VectorColumn.find(dataset.schema(), stage.getInputCol());
    Optional<PersonRequest> persons = stage.persons();
    if (persons.isEmpty()) {
      return SparkRows.create(dataset, column, dimension, stage.invalidRows());
    }
    PersonRule rule =
        new PersonRule(
            dimension,
            stage.invalidRows(),
            PersonRule.range(requested, dimension),
            1,
            persons.get().mostWeight(),
            PersonRule.salt(key));
    return PersonRows.reduce(dataset, column, persons.get().column(), rule, isCountPublic);
  }

  private Release ofUsers(Dataset<?> rows, Payment payment, Progress progress) {
    ReportKey key =
        stage.isDefined(stage.seed())
            ? ReportKey.fromSeed(stage.getSeed())
            : ReportKey.fromOperatingSystem();
    VectorColumn column = VectorColumn.find(rows.schema(), stage.getInputCol());
    try (Users users = new Users(rows, column, stage.ids())) {
      long count = users.count();
      stage.checkUsers(
          "the number of rows of the input", count, "fit a row for each user that takes part");
      Release release;
      if (request instanceof FitRequest.Local local) {
        LocalMeanPlan plan = LocalMeanPlan.of(local.spec(), count, dimension);
        long mostParts =
            PassMemory.measure(rows.sparkSession(), dimension).checkReports(plan::tallyBytes);
        pay(payment, users);
        release =
            LocalRelease.create(
                new SimulatedRounds(users, stage.invalidRows(), key)
                    .finish(LocalMeanState.start(plan, key.publicSeed()), mostParts, progress));
      } else {
        ShuffleMeanPlan plan =
            ShuffleMeanPlan.of(((FitRequest.Shuffle) request).spec(), count, dimension);
        pay(payment, users);
        release =
            ShuffleRelease.create(
                new ShuffledRounds(users, stage.invalidRows(), key)
                    .finish(ShuffleMeanState.start(plan, key.publicSeed()), progress));
      }
      return release.withSeeding(NoiseSeeding.from(key.seeded()));
    }
  }

  /** Pays, checks rows and draws before the first round: the users' reports contain the noise. */
  private void pay(Payment payment, Users users) {
    payment.charge(FitPrice.compute(request).rho());
    users.checkIds();
    if (mayEndPaidFit(payment)) {
      users.checksum(stage.invalidRows(), dimension);
    }
    payment.draw();
  }

  /**
   * Computes the digest, SHA-256 in hex, of everything that shapes a release: a name in a ledger
   * stands for one digest.
   *
   * <p>A param counts if its value is not its default, so that later versions with more params give
   * the same digests. Excluded are the data, which the name stands for, and what shapes no release.
   * The hashed text has one line per value, {@code name:length:value}, sorted by name.
   *
   * @param described further parts, such as input options
   */
  private String digest(Map<String, String> described) {
    Map<String, String> values = new TreeMap<>();
    for (Param<?> param : stage.params()) {
      if (!SHAPE_NOTHING.contains(param.name()) && stage.isSet(param)) {
        String value = text(stage.getOrDefault(param));
        Object usual = stage.hasDefault(param) ? stage.getDefault(param).get() : null;
        if (usual == null || !text(usual).equals(value)) {
          values.put(param.name(), value);
        }
      }
    }
    values.put("dimension", String.valueOf(dimension));
    values.put("neighbours", stage.getNeighbours());
    addRequest(values);
    described.forEach((name, value) -> values.put("input." + name, value));
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) ->
            text.append(String.join(":", name, "" + value.length(), value)).append('\n'));
    return EntryAuthenticator.sha256(text.toString());
  }

  /** Adds the parts of the request that are not params of its stage. */
  private void addRequest(Map<String, String> values) {
    if (request instanceof FitRequest.Central central
        && central.request() instanceof RecentredSpec spec) {
      switch (spec.moments()) {
        case MEAN -> {}
        case DEVIATIONS -> values.put("std", "true");
        case COVARIANCE -> values.put("covariance", "true");
      }
      spec.start().ifPresent(start -> addStart(start, values));
    }
    if (request instanceof FitRequest.Grouped grouped
        && grouped.keys() instanceof KeyRequest.FileKeys lines) {
      values.put("keys.header", text(lines.file().header().toArray()));
      values.put(
          "keys",
          text(lines.file().lines().stream().map(line -> text(line.values().toArray())).toArray()));
    }
  }

  private static void addStart(WarmStart start, Map<String, String> values) {
    values.put("start.mean", text(start.mean()));
    values.put("start.norm", String.valueOf(start.norm()));
    start.scales().ifPresent(scales -> values.put("start.scales", text(scales)));
    start.deviations().ifPresent(found -> values.put("start.deviations", text(found)));
    values.put("start.isMeasured", String.valueOf(start.isMeasured()));
  }

  private static String text(Object value) {
    if (value instanceof double[] numbers) {
      return Arrays.toString(numbers);
    }
    if (value instanceof Object[] list) {
      return Stream.of(list)
          .map(String::valueOf)
          .map(part -> part.length() + ":" + part + ",")
          .collect(Collectors.joining());
    }
    return String.valueOf(value);
  }
}
