package org.privatemean.request;

import java.util.List;
import org.privatemean.annotation.Internal;

/** The source of the keys of groups. */
@Internal
public sealed interface KeyRequest {
  List<String> columns();

  /** Returns the maximum number of groups of a model. */
  int most();

  /** A public list of the values of the only group column, as text. */
  record ListedKeys(List<String> columns, List<String> values, int most) implements KeyRequest {}

  /** A public list of keys in a table or view that has exactly the group columns. */
  record TableKeys(List<String> columns, String table, int most) implements KeyRequest {}

  /** A public list of keys in a text file, which is passed separately from the params. */
  record FileKeys(List<String> columns, File file, int most) implements KeyRequest {}

  /** The names of the columns of a key file, and the lines below them. */
  record File(List<String> header, List<KeyLine> lines) {}

  /** A line of a key file, by its number from 1; null for a missing value. */
  record KeyLine(int number, List<String> values) {}

  /**
   * A private selection of keys from noisy counts, which shows a key of only one row or person with
   * probability delta, in (0, 1).
   */
  record PrivateKeys(List<String> columns, double delta, int most) implements KeyRequest {}
}
