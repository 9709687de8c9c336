package org.privatemean.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.central.CentralGroupTrust;
import org.privatemean.central.CentralGroupTrust.KeyThreshold;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupBlock.GroupEncoder;
import org.privatemean.mean.GroupedMean;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Guarantee;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Warning;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.PersonRequest;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.rows.group.GroupedBlocks;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.FitRequest.KeyRequest;
import org.privatemean.spark.param.MeanParams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fit of the means of groups on the rows of a DataFrame.
 *
 * <p>Rows without a key, and with a public list those of other keys, are left out first, each by
 * its own key. Then the rows of a person become one for each of at most L keys. Private keys are
 * then selected, and the rows of the remaining keys are queried.
 *
 * <p><b>Privacy guarantee.</b> For public keys that of {@link GroupedMean}; for private keys that
 * of {@link KeySelection} precedes it: its counts are charged to the same ledger, and its delta is
 * that of the release.
 */
record GroupedFit(
    FitRequest.Grouped request,
    Dataset<?> dataset,
    KeyColumns columns,
    VectorColumn vector,
    InvalidRows invalidRows,
    int dimension,
    NoiseKey key,
    Payment payment) {
  private static final Logger LOG = LoggerFactory.getLogger("org.privatemean.spark.PrivateMean");

  /**
   * Fits the means of the groups.
   *
   * @param payment pays the budget before any row is read, and is drawn on before the first noise
   */
  public static KeyedRelease fit(
      FitRequest.Grouped request,
      Dataset<?> dataset,
      MeanParams<?, ?> params,
      int dimension,
      Payment payment,
      Progress progress) {
    request.spec().scaling().checkSize(dimension);
    checkName("inputCol", params.getInputCol());
    request.persons().ifPresent(persons -> checkName("personCol", persons.column()));
    NoiseKey key =
        params.isDefined(params.seed())
            ? NoiseKey.fromSeed(params.getSeed())
            : NoiseKey.fromOperatingSystem();
    return new GroupedFit(
            request,
            dataset,
            KeyColumns.find(dataset.schema(), request.keys().columns().toArray(new String[0])),
            VectorColumn.find(dataset.schema(), params.getInputCol()),
            params.invalidRows(),
            dimension,
            key,
            payment)
        .run(progress);
  }

  private static void checkName(String param, String name) {
    if (name.startsWith(KeyColumns.OWN)) {
      throw new ParamException(
          param,
          "{" + param + "}: column " + Refusal.literal(name) + " has a name that is reserved",
          "rename it");
    }
  }

  private KeyedRelease run(Progress progress) {
    Optional<List<GroupKey>> list =
        PublicKeys.resolve(request.keys(), columns, dataset.sparkSession());
    List<Warning> warnings =
        list.flatMap(keys -> PaddedKeys.warning(dataset, columns, keys)).stream().toList();
    warnings.forEach(warning -> LOG.warn(warning.text()));
    GroupedSpec spec = request.spec().of(payment.charge(request.spec().rho()));
    KeyedRelease released = release(list, spec, progress);
    return released.withWarnings(
        Stream.concat(released.means().warnings().stream(), warnings.stream()).toList());
  }

  private KeyedRelease release(Optional<List<GroupKey>> list, GroupedSpec spec, Progress progress) {
    Dataset<Row> rows = keyRows(list);
    if (list.isPresent()) {
      int groups = list.get().size();
      GroupLedger ledger =
          new GroupLedger(spec.rho(), groups, spec.groupsPerPerson(), spec.unit(), payment);
      return release(list.get(), Optional.empty(), ledger, rows, spec, progress);
    }
    boolean reduced = request.persons().isPresent();
    if (reduced) {
      // Reduced once, for the selection of the keys and for their rows.
      rows.persist(StorageLevel.MEMORY_AND_DISK());
    }
    try {
      return selectKeys(rows, spec, progress);
    } finally {
      if (reduced) {
        rows.unpersist();
      }
    }
  }

  /** Returns rows or persons with keys: columns of vectors, keys and, for persons, weights. */
  private Dataset<Row> keyRows(Optional<List<GroupKey>> list) {
    if (request.persons().isEmpty()) {
      return columns.addKeys(dataset, vector.inputColumn());
    }
    PersonRequest persons = request.persons().get();
    Column person = VectorColumn.quote(persons.column());
    Dataset<Row> keyed = columns.addKeys(dataset, vector.inputColumn(), person);
    PersonRule rule =
        new PersonRule(
            dimension,
            invalidRows,
            request.spec().range(),
            persons.groupsPerPerson(),
            persons.mostWeight(),
            PersonRule.salt(key));
    // Keys that are not requested do not count towards the groups of a person.
    Dataset<Row> requested = list.map(keys -> KeyColumns.keepKeys(keyed, keys)).orElse(keyed);
    return PersonRows.reduce(requested, vector, persons.column(), Optional.of(KeyColumns.KEY), rule)
        .withColumnRenamed(PersonRows.VECTOR, vector.name());
  }

  private KeyedRelease selectKeys(Dataset<Row> rows, GroupedSpec spec, Progress progress) {
    KeyRequest.PrivateKeys requested = (KeyRequest.PrivateKeys) request.keys();
    KeySelection selection =
        new KeySelection(
            KeyThreshold.compute(
                GroupedMean.countPrice(spec) * spec.groupsPerPerson(),
                requested.delta(),
                spec.groupsPerPerson(),
                spec.unit().mostWeight(),
                request.guarantee().calibration()));
    Dataset<Row> counted =
        request.persons().isEmpty() && invalidRows == InvalidRows.SKIP
            ? rows.select(vector.column(), functions.col(KeyColumns.KEY))
                .filter(new RowReading<>(vector, dimension, invalidRows).filter())
            : rows;
    if (payment != Payment.IN_PROCESS && invalidRows == InvalidRows.ERROR) {
      // The selection reads only keys: an invalid row must end the fit before it draws.
      SparkRows.create(
              rows, VectorColumn.find(rows.schema(), vector.name()), dimension, invalidRows)
          .countChecked();
    }
    GroupLedger account =
        new GroupLedger(spec.rho(), 1, spec.groupsPerPerson(), spec.unit(), payment);
    GroupedMean.chargeCount(spec, account);
    SortedMap<GroupKey, Long> kept = selection.select(counted, key, requested.most());
    double most = spec.unit().mostWeight();
    double[] counts = kept.values().stream().mapToDouble(count -> count / most).toArray();
    return release(
        List.copyOf(kept.keySet()),
        Optional.of(counts),
        account.forEach(counts.length),
        rows,
        spec,
        progress);
  }

  /** Releases the means, for noisy counts that were paid for or are yet to be drawn. */
  private KeyedRelease release(
      List<GroupKey> keys,
      Optional<double[]> counts,
      GroupLedger ledger,
      Dataset<Row> rows,
      GroupedSpec spec,
      Progress progress) {
    Guarantee guarantee = request.guarantee();
    progress.begins(GroupedMean.LIKELY_PHASES, spec.rho());
    try (GroupedBlocks<GroupBlock> blocks =
        encode(rows, keys, new GroupEncoder(dimension, spec.range()))) {
      CentralGroupTrust curator =
          new CentralGroupTrust(
              blocks,
              ledger,
              guarantee.calibration(),
              new SecureNoise(key),
              spec.groupsPerPerson(),
              spec.unit(),
              progress::onCharge);
      double[] released =
          counts.isPresent() ? counts.get() : GroupedMean.count(spec, keys.size(), curator);
      GroupedRelease means = GroupedMean.release(spec, guarantee, dimension, released, curator);
      double delta =
          request.keys() instanceof KeyRequest.PrivateKeys requested ? requested.delta() : 0;
      NoiseSeeding seeded = NoiseSeeding.from(key.seeded());
      return new KeyedRelease(means, columns.names(), keys, delta, seeded, List.of(), null);
    }
  }

  private GroupedBlocks<GroupBlock> encode(
      Dataset<Row> rows, List<GroupKey> keys, GroupEncoder encoder) {
    if (keys.isEmpty()) {
      return GroupedBlocks.held(new ArrayList<>());
    }
    Dataset<Row> tagged = KeyColumns.joinGroups(rows, vector.name(), keys);
    VectorColumn read = VectorColumn.find(tagged.schema(), vector.name());
    // Reduced rows are valid, except rows that are an error.
    InvalidRows invalid = request.persons().isEmpty() ? invalidRows : InvalidRows.ERROR;
    return new GroupedSparkRows<>(tagged, read, keys.size(), invalid, encoder);
  }
}
