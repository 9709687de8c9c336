package org.privatemean.spark.round;

import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.spark.column.VectorColumn;

/** Single rounds of the shuffle mean on Spark, as a fit runs them. */
public final class ShuffledRoundRun implements AutoCloseable {
  private final Users users;
  private final ShuffledRounds rounds;

  private ShuffledRoundRun(Users users, ShuffledRounds rounds) {
    this.users = users;
    this.rounds = rounds;
  }

  /** The rows of a column are the users' until this is closed; reads them once. */
  public static ShuffledRoundRun of(Dataset<?> dataset, String inputCol, long seed) {
    VectorColumn column = VectorColumn.find(dataset.schema(), inputCol);
    Users users = Users.create(dataset, column, Optional.empty());
    long unused = users.count();
    ReportKey key = ReportKey.fromSeed(seed);
    return new ShuffledRoundRun(users, ShuffledRounds.create(users, InvalidRows.ERROR, key));
  }

  /** Runs the coming round of a state. */
  public ShuffleMeanState next(ShuffleMeanState state) {
    return rounds.next(state);
  }

  @Override
  public void close() {
    users.close();
  }
}
