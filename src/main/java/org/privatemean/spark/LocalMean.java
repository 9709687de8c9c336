package org.privatemean.spark;

import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.Report;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.TypeKind;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.param.ParamTable;
import org.privatemean.spark.param.RoundParams;
import org.privatemean.spark.param.TextParam;

/**
 * A Spark ML estimator that collects one round of reports from devices. It maps the public state
 * before the round and a column of reports to the state after the round; after the last round it
 * gives the private mean.
 *
 * <pre>{@code
 * LocalMeanPlan plan = LocalMeanPlan.of(spec, users, dimension);
 * LocalMeanState state = LocalMeanState.start(plan, publicSeed);
 * LocalMean round = new LocalMean().setInputCol("report");
 * LocalMeanModel model = round.setState(state).fit(reportsOfRound1);
 * model.publicState(); // devices make their next reports from it
 * }</pre>
 *
 * <p><b>Contract.</b> A row holds one report (binary), several ({@code array<binary>}) or none
 * (null). Malformed reports, and those of another round, are dropped and counted; the count is
 * public. The result does not depend on partitions or order.
 *
 * <p><b>Privacy guarantee.</b> Processing reports costs nothing: each user has the guarantee of the
 * user's reports. A device must send a report once; this stage cannot distinguish copies.
 *
 * @since 0.1.0
 */
public final class LocalMean extends Estimator<LocalMeanModel>
    implements RoundParams, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> inputCol;
  private final Param<String> outputCol;
  private final Param<String> state;

  public LocalMean() {
    this(Identifiable$.MODULE$.randomUID("localMean"));
  }

  public LocalMean(String uid) {
    this.uid = uid;
    inputCol =
        TextParam.create(
            this, "inputCol", "name of the input column: reports, of type binary or array<binary>");
    outputCol =
        TextParam.create(
            this,
            "outputCol",
            "name of the output column: the model of the last round appends the private "
                + "mean to every row (default: uid + __output)");
    state =
        TextParam.create(
            this, "state", "public state of the local mean before the round, in base 64");
    setDefault(outputCol, uid + "__output");
  }

  /**
   * Collects the reports of the round. A first job counts the partitions with rows; if the driver
   * has no memory for that number of tallies, a few tasks merge them first.
   *
   * @throws IllegalArgumentException if params or schema are invalid, or the driver cannot hold a
   *     tally of all reports
   * @throws IllegalStateException if a round of vectors has no report
   */
  @Override
  public LocalMeanModel fit(Dataset<?> dataset) {
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    return columns.resolve(this).collect(columns.select(dataset)).setParent(this);
  }

  private LocalMeanModel collect(Dataset<?> dataset) {
    transformSchema(dataset.schema(), true);
    LocalMeanState before = openState();
    JobNames jobs = JobNames.find(dataset.sparkSession());
    long most =
        PassMemory.measure(dataset.sparkSession(), before.plan().dimension())
            .checkReports(before::tallyBytes);
    Dataset<byte[]> parts =
        dataset
            .select(VectorColumn.quote(getInputCol()))
            .mapPartitions(collect(before, isArray(dataset.schema())), Encoders.BINARY());
    LocalMeanTally all =
        SimulatedRounds.collect(parts, before, jobs, partitions(dataset, jobs), most);
    LocalMeanModel model = new LocalMeanModel(uid).setState(before.next(all));
    return copyValues(model, new ParamMap().put(model.state(), model.getState()));
  }

  /** Returns the number of partitions with rows, without reading a column or making reports. */
  private static long partitions(Dataset<?> dataset, JobNames jobs) {
    MapPartitionsFunction<Row, Integer> ifAny =
        rows -> (rows.hasNext() ? List.of(1) : List.<Integer>of()).iterator();
    Dataset<Integer> one = dataset.select(functions.lit(1)).mapPartitions(ifAny, Encoders.INT());
    return jobs.run("private mean: partitions", one::collectAsList).size();
  }

  /** Appends the output column; refuses a wrong param or column by name. Reads no data. */
  @Override
  public StructType transformSchema(StructType schema) {
    ParamTable.checkSet(this, inputCol, "name the column of reports");
    ResolvedColumns columns = ResolvedColumns.in(schema);
    boolean unused = columns.resolve(this).isArray(columns.schema());
    return OutputColumn.append(schema, getOutputCol(), openState().plan().dimension());
  }

  private boolean isArray(StructType schema) {
    DataType type = VectorColumn.field(schema, getInputCol()).dataType();
    boolean array = type instanceof ArrayType;
    DataType element = array ? ((ArrayType) type).elementType() : type;
    if (!element.equals(DataTypes.BinaryType)) {
      throw new ParamException(
          "inputCol",
          String.format("Input column %s is not of required type", Refusal.literal(getInputCol())),
          "it must be binary or array<binary>, but is " + TypeKind.describe(type));
    }
    return array;
  }

  @Override
  public LocalMean copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  public static MLReader<LocalMean> read() {
    return new DefaultParamsReader<>();
  }

  public static LocalMean load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Input column: binary or array of binary. No default. */
  @Override
  public Param<String> inputCol() {
    return inputCol;
  }

  @Override
  public Param<String> outputCol() {
    return outputCol;
  }

  @Override
  public Param<String> state() {
    return state;
  }

  public LocalMean setInputCol(String value) {
    set(inputCol, value);
    return this;
  }

  public LocalMean setOutputCol(String value) {
    set(outputCol, value);
    return this;
  }

  public LocalMean setState(LocalMeanState value) {
    set(state, RoundParams.encode(value));
    return this;
  }

  private static MapPartitionsFunction<Row, byte[]> collect(LocalMeanState before, boolean array) {
    return rows -> {
      if (!rows.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      LocalMeanTally tally = before.newTally();
      while (rows.hasNext()) {
        Row row = rows.next();
        if (!row.isNullAt(0)) {
          List<byte[]> reports = array ? row.getList(0) : List.of(row.<byte[]>getAs(0));
          reports.stream().filter(bytes -> bytes != null).map(Report::of).forEach(tally::add);
        }
      }
      return List.of(new RoundPart<>(tally).toBytes()).iterator();
    };
  }
}
