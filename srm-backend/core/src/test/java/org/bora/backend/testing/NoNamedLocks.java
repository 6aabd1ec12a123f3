package org.bora.backend.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections to which GET_LOCK always says yes, as to backends on different nodes of a cluster:
 * each node knows its own locks alone.
 */
public final class NoNamedLocks {
  private NoNamedLocks() {}

  /** Those of {@code real}. */
  public static DataSource of(DataSource real) {
    return new DelegatingDataSource(real) {
      @Override
      public Connection getConnection() throws SQLException {
        return without(super.getConnection());
      }
    };
  }

  private static Connection without(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            NoNamedLocks.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().startsWith("prepare")) {
                arguments[0] =
                    arguments[0].toString().replaceAll("GET_LOCK\\(\\?, *\\d+\\)", "? IS NOT NULL");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
