package org.privatemean.spark.pass;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.privatemean.request.KeyRequest;
import org.privatemean.rows.group.GroupKey;

/** Public lists of keys, as requests ask for them. */
public final class RequestedKeys {
  private RequestedKeys() {}

  /**
   * The keys of a public list; empty where keys are to be selected privately.
   *
   * @return sorted
   * @throws org.privatemean.refusal.ParamException if the list is not as it should be
   */
  public static Optional<List<GroupKey>> resolve(
      KeyRequest request, KeyColumns columns, SparkSession session) {
    return request instanceof KeyRequest.TableKeys table
        ? Optional.of(PublicKeys.readTable(columns, session, table.table(), table.most()))
        : withoutJob(request, columns);
  }

  /**
   * The same, for what takes no job; empty too for a table.
   *
   * @throws org.privatemean.refusal.ParamException if the list is not as it should be
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
