package org.privatemean.spark;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.privatemean.release.Warning;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.KeyColumns.KeyType;
import org.privatemean.spark.column.ColumnOrigin;
import org.privatemean.spark.column.TypeKind;

/** A check for public keys shorter than the padded texts of a cast char(n), by the plan alone. */
final class PaddedKeys {
  private PaddedKeys() {}

  static Optional<Warning> warning(Dataset<?> rows, KeyColumns columns, List<GroupKey> keys) {
    for (int k = 0; k < columns.names().size(); k++) {
      String name = columns.names().get(k);
      int place = k;
      OptionalInt length =
          columns.types().get(k) == KeyType.STRING ? length(rows, name) : OptionalInt.empty();
      Optional<String> shorter =
          keys.stream()
              .map(key -> key.values().get(place).toString())
              .filter(text -> text.codePointCount(0, text.length()) < length.orElse(0))
              .findFirst();
      if (shorter.isPresent()) {
        return Optional.of(
            new Warning(
                Warning.Code.PADDED_KEYS,
                String.format(
                    "group column %s was cast from char(%d), whose texts are padded with spaces:"
                        + " no row has the public key '%s': select rtrim(%s) in its place",
                    name, length.getAsInt(), shorter.get(), name)));
      }
    }
    return Optional.empty();
  }

  /** Returns the n if a column is a cast of char(n); empty if not, or if the plan is withheld. */
  private static OptionalInt length(Dataset<?> rows, String name) {
    try {
      LogicalPlan plan = rows.queryExecution().analyzed();
      return length(
          plan,
          ColumnOrigin.all(Attribute.class, "output", plan).stream()
              .filter(output -> output.name().equals(name))
              .map(output -> output.exprId().id())
              .collect(Collectors.toCollection(HashSet::new)));
    } catch (RuntimeException | LinkageError withheld) {
      return OptionalInt.empty();
    }
  }

  private static OptionalInt length(LogicalPlan node, Set<Long> origins) {
    for (Attribute output : ColumnOrigin.all(Attribute.class, "output", node)) {
      OptionalInt length = TypeKind.charLength(output.dataType(), output.metadata());
      if (length.isPresent() && origins.contains(output.exprId().id())) {
        return length;
      }
    }
    for (Expression made : ColumnOrigin.all(Expression.class, "expressions", node)) {
      if (made instanceof Alias alias && origins.contains(alias.exprId().id())) {
        Expression value = alias.child() instanceof Cast cast ? cast.child() : alias.child();
        if (value instanceof Attribute origin) {
          origins.add(origin.exprId().id());
        }
      }
    }
    return ColumnOrigin.all(LogicalPlan.class, "children", node).stream()
        .map(child -> length(child, origins))
        .filter(OptionalInt::isPresent)
        .findFirst()
        .orElse(OptionalInt.empty());
  }
}
