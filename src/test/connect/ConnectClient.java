import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.Expression;
import org.apache.spark.connect.proto.MlCommand;
import org.apache.spark.connect.proto.MlOperator;
import org.apache.spark.connect.proto.MlParams;
import org.apache.spark.connect.proto.MlRelation;
import org.apache.spark.connect.proto.ObjectRef;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SQL;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.SparkSession;

/**
 * What a client of Spark Connect does, in a JVM of its own with the client's classes, which are not
 * those of a driver. Run from its source by ConnectIT: what it prints is what the test looks at.
 */
public final class ConnectClient {
  private static final String ROWS =
      "SELECT array(id % 7 + 0.5D, double(id % 3)) v FROM range(5000)";

  private final SparkSession session;

  private ConnectClient(SparkSession session) {
    this.session = session;
  }

  /**
   * Does one of call, explain and fit.
   *
   * @param args the server's URL, what to do, and for fit a path to save to
   */
  public static void main(String[] args) {
    SparkSession session = SparkSession.builder().remote(args[0]).getOrCreate();
    ConnectClient client = new ConnectClient(session);
    switch (args[1]) {
      case "call" -> client.call();
      case "explain" -> client.explain();
      case "fit" -> client.fit(args[2]);
      default -> throw new IllegalArgumentException(args[1]);
    }
    session.stop();
  }

  /** Of a view that only this client's session has. */
  private String statement() {
    session.sql(ROWS).createOrReplaceTempView("people");
    return "CALL pm.fit(table => 'people', column => 'v', dimension => 2, rho => 0.5)";
  }

  /** One statement, used in every way that a session has. */
  private void call() {
    Dataset<Row> released = session.sql(statement());
    System.out.println("columns " + String.join(",", released.schema().fieldNames()));
    List<Row> first = released.collectAsList();
    List<Row> second = released.select("mean").collectAsList();
    released.explain(true);
    released.cache().count();
    System.out.println("same " + first.get(0).getList(0).equals(second.get(0).getList(0)));
    System.out.println("n " + first.get(0).<Long>getAs("n"));
  }

  private void explain() {
    System.out.println("explained " + session.sql("EXPLAIN " + statement()).collectAsList().size());
  }

  /** The stage itself: fitted, asked for its report, and saved. */
  private void fit(String path) {
    String model = fitted();
    System.out.println("fitted " + !model.isEmpty());
    report(model);
    saved(model, path);
    System.out.println("saved " + path);
  }

  private String fitted() {
    MlParams.Builder params =
        MlParams.newBuilder()
            .putParams("inputCol", text("v"))
            .putParams("dimension", Expression.Literal.newBuilder().setInteger(2).build())
            .putParams("rho", Expression.Literal.newBuilder().setDouble(0.5).build());
    MlCommand.Fit fit =
        MlCommand.Fit.newBuilder()
            .setEstimator(
                MlOperator.newBuilder()
                    .setName("org.privatemean.spark.PrivateMean")
                    .setUid("connected")
                    .setType(MlOperator.OperatorType.OPERATOR_TYPE_ESTIMATOR))
            .setParams(params)
            .setDataset(sql(ROWS))
            .build();
    for (ExecutePlanResponse answer : run(MlCommand.newBuilder().setFit(fit))) {
      if (answer.hasMlCommandResult()) {
        return answer.getMlCommandResult().getOperatorInfo().getObjRef().getId();
      }
    }
    return "";
  }

  /** The only way out: the attributes of a model that a server hands on are Spark's own. */
  private void report(String model) {
    MlRelation.Transform transform =
        MlRelation.Transform.newBuilder()
            .setObjRef(ObjectRef.newBuilder().setId(model))
            .setInput(sql("SELECT 1 AS one"))
            .setParams(
                MlParams.newBuilder()
                    .putParams("outputCol", text("mean"))
                    .putParams("reportCol", text("report")))
            .build();
    Plan plan =
        Plan.newBuilder()
            .setRoot(
                Relation.newBuilder()
                    .setMlRelation(MlRelation.newBuilder().setTransform(transform)))
            .build();
    StringBuilder bytes = new StringBuilder();
    for (ExecutePlanResponse answer : answers(plan)) {
      if (answer.hasArrowBatch()) {
        bytes.append(answer.getArrowBatch().getData().toStringUtf8());
      }
    }
    // Text is as it is in a batch of Arrow that is not compressed.
    for (String key : List.of("\"n\" : \\d+", "\"method\" : \"\\w+\"", "\"expectedL2Error\" : ")) {
      Matcher found = Pattern.compile(key).matcher(bytes);
      System.out.println("report " + (found.find() ? found.group() : "without " + key));
    }
  }

  private void saved(String model, String path) {
    MlCommand.Write write =
        MlCommand.Write.newBuilder()
            .setObjRef(ObjectRef.newBuilder().setId(model))
            .setPath(path)
            .setShouldOverwrite(false)
            .putAllOptions(Map.of())
            .build();
    run(MlCommand.newBuilder().setWrite(write));
  }

  private Iterable<ExecutePlanResponse> run(MlCommand.Builder command) {
    List<ExecutePlanResponse> answers = new ArrayList<>();
    answers(Plan.newBuilder().setCommand(Command.newBuilder().setMlCommand(command)).build())
        .forEach(answers::add);
    return answers;
  }

  private Iterable<ExecutePlanResponse> answers(Plan plan) {
    var answers = session.client().execute(plan);
    return () ->
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return answers.hasNext();
          }

          @Override
          public ExecutePlanResponse next() {
            return (ExecutePlanResponse) answers.next();
          }
        };
  }

  private static Relation sql(String query) {
    return Relation.newBuilder().setSql(SQL.newBuilder().setQuery(query)).build();
  }

  private static Expression.Literal text(String value) {
    return Expression.Literal.newBuilder().setString(value).build();
  }
}
