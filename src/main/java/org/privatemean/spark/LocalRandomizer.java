package org.privatemean.spark;

import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.Report;
import org.privatemean.protocol.ReportKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.param.MeanParams;
import org.privatemean.spark.param.ParamTable;
import org.privatemean.spark.param.RoundParams;
import org.privatemean.spark.param.TextParam;

/**
 * A transformer that makes the private reports of a vector column for one round of the local mean,
 * as devices send them and {@link LocalMean} collects them: for a simulation, or for an edge server
 * that its users trust.
 *
 * <p><b>Contract.</b> {@code transform} appends a column of {@code array<binary>}: the reports of
 * the row's user in the round of {@code state}, none if the user does not take part in it.
 *
 * <p><b>Privacy guarantee.</b> Every user has the guarantee of {@link LocalMeanClient}, as long as
 * only reports leave the edge server: select them before writing, since the output still holds the
 * input columns. A report is drawn once, as a function of a secret of this stage, the round and the
 * user's id, so recomputed partitions and several actions cost one. The secret is drawn when the
 * stage is created; copies keep it, but it is never saved, so a loaded stage would make new
 * reports. One stage must not process two values of one user in the same round, since they would
 * share their bits. A stage with a {@code seed} is for tests only.
 *
 * @since 0.1.0
 */
public final class LocalRandomizer extends Transformer
    implements RoundParams, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final ReportKey secret;
  private final Param<String> inputCol;
  private final Param<String> outputCol;
  private final Param<String> idCol;
  private final Param<String> state;
  private final Param<String> randomizer;
  private final Param<String> handleInvalid;
  private final LongParam seed;

  public LocalRandomizer() {
    this(Identifiable$.MODULE$.randomUID("localRandomizer"));
  }

  public LocalRandomizer(String uid) {
    this(uid, ReportKey.fromOperatingSystem());
  }

  private LocalRandomizer(String uid, ReportKey secret) {
    this.uid = uid;
    this.secret = secret;
    inputCol = TextParam.create(this, "inputCol", ParamTable.doc("inputCol"));
    outputCol =
        TextParam.create(
            this,
            "outputCol",
            "name of the output column: the reports of each row, array<binary> (default: uid +"
                + " __output)");
    idCol =
        TextParam.create(
            this,
            "idCol",
            "column that identifies the users: strings or integers, unique per row, and not"
                + " computed from the row");
    state =
        TextParam.create(
            this, "state", "public state of the local mean before the round, in base 64");
    randomizer =
        TextParam.oneOf(
            this,
            "randomizer",
            "randomizer of vectors: auto (that of the state), privUnit, privUnitG or projUnit; any"
                + " other than that of the state is refused, since its reports would be dropped"
                + " (default: auto)",
            MeanParams.RANDOMIZERS);
    handleInvalid =
        TextParam.oneOf(
            this,
            "handleInvalid",
            "treatment of rows that are null, not finite or of the wrong length: error (transform"
                + " fails) or zero (the row counts as the zero vector) (default: error)",
            List.of("error", "zero"));
    seed =
        new LongParam(
            this,
            "seed",
            "seed of the reports, for tests only: anyone who knows it can remove their noise (no"
                + " default: the operating system's secure source)");
    setDefault(outputCol, uid + "__output");
    setDefault(randomizer, MeanParams.RANDOMIZERS.get(0));
    setDefault(handleInvalid, "error");
  }

  /**
   * Appends the reports.
   *
   * @throws IllegalArgumentException if params or schema are invalid
   * @throws org.privatemean.privacy.ledger.durable.LedgerRefusedException if the cluster requires a
   *     ledger, which this stage does not support
   */
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    return columns.drop(columns.resolve(this).append(columns.select(dataset)));
  }

  private Dataset<Row> append(Dataset<?> dataset) {
    transformSchema(dataset.schema(), true);
    LedgerSettings.checkUnpaid(dataset.sparkSession(), "LocalRandomizer");
    VectorColumn column = VectorColumn.find(dataset.schema(), getInputCol());
    ReportKey key = isDefined(seed) ? ReportKey.fromSeed(getSeed()) : secret;
    InvalidRows rule = InvalidRows.valueOf(getHandleInvalid().toUpperCase(Locale.ROOT));
    return dataset.withColumn(
        getOutputCol(),
        functions
            .udf(
                new RowReports(publicState(), key, column, rule, getIdCol()),
                DataTypes.createArrayType(DataTypes.BinaryType))
            .apply(
                functions.struct(
                    column.column(),
                    VectorColumn.quote(getIdCol()).cast(DataTypes.StringType).as("id"))));
  }

  /** Appends the output column; refuses a wrong param or column by name. Reads no data. */
  @Override
  public StructType transformSchema(StructType schema) {
    ParamTable.checkSet(this, inputCol, "name the column");
    ParamTable.checkSet(this, idCol, "name the column");
    ResolvedColumns columns = ResolvedColumns.in(schema);
    columns.resolve(this).check(columns.schema());
    OutputColumn.checkNew(schema, "outputCol", getOutputCol());
    return schema.add(getOutputCol(), DataTypes.createArrayType(DataTypes.BinaryType));
  }

  private void check(StructType schema) {
    VectorColumn.find(schema, getInputCol());
    VectorColumn.checkIds(schema, getIdCol());
    LocalMeanState round = openState();
    String randomized = round.plan().randomizer().label();
    if (!List.of(MeanParams.RANDOMIZERS.get(0), randomized).contains(getRandomizer())) {
      throw new ParamException(
          "randomizer",
          String.format("{randomizer} is %s, but {state} is of %s", getRandomizer(), randomized),
          "leave it auto, or start the run with that randomizer");
    }
    int declared = VectorColumn.declaredSize(schema, getInputCol());
    if (declared >= 0 && declared != round.plan().dimension()) {
      throw new ParamException(
          "state",
          String.format(
              "{state} is of rows of %d coordinates, but the metadata of input column %s says %d",
              round.plan().dimension(), Refusal.literal(getInputCol()), declared),
          "set the state of the run that these rows belong to");
    }
  }

  /** Returns a copy with the same secret, which makes the same reports. */
  @Override
  public LocalRandomizer copy(ParamMap extra) {
    return copyValues(new LocalRandomizer(uid, secret), extra);
  }

  /** Returns a reader of saved stages. A loaded stage has a new secret. */
  public static MLReader<LocalRandomizer> read() {
    return new DefaultParamsReader<>();
  }

  /** Loads a saved stage, with a new secret. */
  public static LocalRandomizer load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Input column: ml Vector, array of double or array of float. No default. */
  @Override
  public Param<String> inputCol() {
    return inputCol;
  }

  @Override
  public Param<String> outputCol() {
    return outputCol;
  }

  /** Column that identifies users. No default. */
  public Param<String> idCol() {
    return idCol;
  }

  @Override
  public Param<String> state() {
    return state;
  }

  /** Randomizer of vectors, which must be that of the state. Default auto: that of the state. */
  public Param<String> randomizer() {
    return randomizer;
  }

  /** Rule for invalid rows: error or zero. Default error. */
  public Param<String> handleInvalid() {
    return handleInvalid;
  }

  /** Seed for tests. Anyone who knows it can undo the reports. No default. */
  public LongParam seed() {
    return seed;
  }

  public String getIdCol() {
    return $(idCol);
  }

  public String getRandomizer() {
    return $(randomizer);
  }

  public String getHandleInvalid() {
    return $(handleInvalid);
  }

  public long getSeed() {
    return (Long) $(seed);
  }

  public LocalRandomizer setInputCol(String value) {
    set(inputCol, value);
    return this;
  }

  public LocalRandomizer setOutputCol(String value) {
    set(outputCol, value);
    return this;
  }

  public LocalRandomizer setIdCol(String value) {
    set(idCol, value);
    return this;
  }

  public LocalRandomizer setState(LocalMeanState value) {
    set(state, RoundParams.encode(value));
    return this;
  }

  public LocalRandomizer setRandomizer(String value) {
    set(randomizer, value);
    return this;
  }

  public LocalRandomizer setHandleInvalid(String value) {
    set(handleInvalid, value);
    return this;
  }

  public LocalRandomizer setSeed(long value) {
    set(seed, value);
    return this;
  }

  /** The function that makes the reports of one row, a struct of the vector and the id. */
  private static final class RowReports implements UDF1<Row, byte[][]> {
    private static final long serialVersionUID = 1L;

    private final LocalMeanState round;
    private final ReportKey key;
    private final VectorColumn column;
    private final InvalidRows rule;
    private final String noId;

    /** Created on the executor. */
    private transient LocalMeanClient client;

    RowReports(
        LocalMeanState round, ReportKey key, VectorColumn column, InvalidRows rule, String idCol) {
      this.round = round;
      this.key = key;
      this.column = column;
      this.rule = rule;
      this.noId = String.format("{idCol}: column %s holds nulls", Refusal.literal(idCol));
    }

    @Override
    public byte[][] call(Row row) {
      if (client == null) {
        client = LocalMeanClient.of(round);
      }
      double[] vector = new double[round.plan().dimension()];
      column.read(row, vector, rule);
      if (row.isNullAt(Users.ID)) {
        throw new ParamException("idCol", noId, "every row must have its own id");
      }
      String id = row.getString(Users.ID);
      return client.reports(id, vector, key.bits(round, id)).stream()
          .map(Report::toBytes)
          .toArray(byte[][]::new);
    }
  }
}
