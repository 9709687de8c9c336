package org.privatemean.spark.ledger;

import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.ledger.durable.Bucket;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.Parts;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.column.VectorColumn;

/**
 * The part of a ledger's rows that a fit is about.
 *
 * <p><b>Privacy guarantee.</b> Whether a row is in a part follows from one cell of that row and
 * from public values, so parts of one ledger are disjoint whatever the rows hold.
 *
 * @param text as it was asked for
 * @param ledger the ledger's id
 * @param parts how the ledger cuts its rows
 */
public record Scope(String text, String ledger, Parts parts) {
  private static final int AFTER_SLASH = 1;

  /** The scope that a fit asks for. */
  static Scope of(LedgerRequest request, String ledger, LedgerTerms terms) {
    return new Scope(request.scope(), ledger, terms.parts());
  }

  /** The column that decides; empty where all rows are meant. */
  public Optional<String> column() {
    if (text.equals(LedgerRequest.WHOLE)) {
      return Optional.empty();
    }
    return Optional.of(
        parts instanceof Parts.Hashed hashed
            ? hashed.column()
            : text.substring(AFTER_SLASH, text.indexOf('=')));
  }

  /**
   * Looks for the column.
   *
   * @throws ParamException if the rows have none of that name
   */
  void check(StructType schema) {
    if (column().isPresent() && !Arrays.asList(schema.fieldNames()).contains(column().get())) {
      throw new ParamException(
          "ledgerScope",
          String.format(
              "{ledgerScope}: there is no column %s, by which the {ledger} cuts its rows",
              Refusal.literal(column().get())),
          "give rows that have it");
    }
  }

  /** The rows of the part; those with a null in its column are in none. */
  Dataset<?> of(Dataset<?> rows) {
    if (column().isEmpty()) {
      return rows;
    }
    Column value = VectorColumn.quoted(column().get()).cast(DataTypes.StringType);
    String wanted = text.substring(text.indexOf('=') + 1);
    if (parts instanceof Parts.Hashed hashed) {
      UDF1<String, Boolean> inside =
          new InBucket(new Bucket(ledger, hashed.buckets()), Integer.parseInt(wanted));
      return rows.toDF().filter(functions.udf(inside, DataTypes.BooleanType).apply(value));
    }
    Dataset<Row> all = rows.toDF();
    return all.filter(value.equalTo(wanted));
  }

  private record InBucket(Bucket bucket, int wanted) implements UDF1<String, Boolean> {
    @Override
    public Boolean call(String value) {
      return value != null && bucket.of(value) == wanted;
    }
  }
}
