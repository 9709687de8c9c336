package org.privatemean.app;

import java.util.List;

/**
 * A record that a reader may stumble over.
 *
 * @param kind what is odd about it
 * @param record the record; of a text format it may be several lines, each a record of its own
 * @param verdicts what it has to be read as under each shape of its source
 */
public record OddRecord<R>(String kind, R record, List<Verdict> verdicts) {
  static OddRecord<byte[]> line(String kind, byte[] line, Verdict... verdicts) {
    return new OddRecord<>(kind, line, List.of(verdicts));
  }

  /** What the record has to be read as under a shape. */
  public Verdict verdict(int shape) {
    return shape < verdicts.size() ? verdicts.get(shape) : Verdict.ANY;
  }
}
