package org.privatemean.privacy.ledger.durable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A connection whose prepared statements can be made to fail, before or after they are run. */
final class Intercepted {
  private Intercepted() {}

  /** Runs a statement. */
  interface Execute {
    Object run() throws SQLException;
  }

  /** Stands in for the running of a prepared statement. */
  interface Fault {
    Object execute(String sql, PreparedStatement statement, Execute execute) throws SQLException;
  }

  static Connection connection(Connection real, Fault fault) {
    return proxy(
        Connection.class,
        (method, args) -> {
          Object answer = call(real, method, args);
          return method.getName().equals("prepareStatement")
              ? statement((String) args[0], (PreparedStatement) answer, fault)
              : answer;
        });
  }

  private static PreparedStatement statement(String sql, PreparedStatement real, Fault fault) {
    return proxy(
        PreparedStatement.class,
        (method, args) ->
            method.getName().startsWith("execute")
                ? fault.execute(sql, real, () -> call(real, method, args))
                : call(real, method, args));
  }

  private interface Handler {
    Object handle(Method method, Object[] args) throws SQLException;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            Intercepted.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> handler.handle(method, args)));
  }

  private static Object call(Object real, Method method, Object[] args) throws SQLException {
    try {
      return method.invoke(real, args);
    } catch (InvocationTargetException failure) {
      if (failure.getCause() instanceof SQLException ofDatabase) {
        throw ofDatabase;
      }
      throw new IllegalStateException(failure.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
