package org.privatemean.spark.pass;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.privatemean.request.KeyRequest;
import org.privatemean.rows.group.GroupKey;

/** The public lists of keys of requests. */
public final class RequestedKeys {
  private RequestedKeys() {}

  /**
   * Returns the keys of a public list; empty if keys are selected privately.
   *
   * @return sorted
   * @throws org.privatemean.refusal.ParamException if the list is invalid
   */
  public static Optional<List<GroupKey>> resolve(
      KeyRequest request, KeyColumns columns, SparkSession session) {
    return request instanceof KeyRequest.TableKeys table
        ? Optional.of(PublicKeys.readTable(columns, session, table.table(), table.most()))
        : withoutJob(request, columns);
  }

  /**
   * Same as {@link #resolve}, without a job; also empty for a table.
   *
   * @throws org.privatemean.refusal.ParamException if the list is invalid
   */
  public static Optional<List<GroupKey>> withoutJob(KeyRequest request, KeyColumns columns) {
    if (request instanceof KeyRequest.ListedKeys listed) {
      return Optional.of(PublicKeys.parseTexts(columns, listed.values(), listed.most()));
    }
    if (request instanceof KeyRequest.FileKeys lines) {
      List<KeyRequest.KeyLine> given = lines.file().lines();
      return Optional.of(
          PublicKeys.parseLines(
              columns,
              lines.file().header(),
              given.stream().map(line -> line.values().toArray(String[]::new)).toList(),
              given.stream().mapToInt(KeyRequest.KeyLine::number).toArray(),
              lines.most()));
    }
    return Optional.empty();
  }
}
