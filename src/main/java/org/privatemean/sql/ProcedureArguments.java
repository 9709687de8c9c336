package org.privatemean.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataType;

/** The declared arguments of a procedure, in positional order. */
final class ProcedureArguments {
  private final Map<String, ProcedureParameter> declared = new LinkedHashMap<>();

  /** Adds a required argument. */
  ProcedureArguments required(String name, DataType type, String doc) {
    return add(name, ProcedureParameter.in(name, type).comment(doc).build());
  }

  /** Adds an optional argument. Its default is null, which means not set. */
  ProcedureArguments optional(String name, DataType type, String doc) {
    return add(name, ProcedureParameter.in(name, type).comment(doc).defaultValue("NULL").build());
  }

  private ProcedureArguments add(String name, ProcedureParameter parameter) {
    if (declared.put(name, parameter) != null) {
      throw new IllegalStateException(name + " is declared twice");
    }
    return this;
  }

  ProcedureParameter[] declaredParameters() {
    return declared.values().toArray(ProcedureParameter[]::new);
  }

  /** Returns the names, in order. */
  List<String> names() {
    return List.copyOf(declared.keySet());
  }

  DataType type(String name) {
    return declared.get(name).dataType();
  }
}
