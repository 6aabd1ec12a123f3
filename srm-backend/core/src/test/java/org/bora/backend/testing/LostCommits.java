package org.bora.backend.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Connections whose first commits reach the server, but whose answer is lost. */
public final class LostCommits {
  private LostCommits() {}

  /** Those of {@code real}, with so many commits to lose. */
  public static DataSource of(DataSource real, int answers) {
    AtomicInteger left = new AtomicInteger(answers);
    return new DelegatingDataSource(real) {
      @Override
      public Connection getConnection() throws SQLException {
        return losing(super.getConnection(), left);
      }
    };
  }

  private static Connection losing(Connection real, AtomicInteger left) {
    return (Connection)
        Proxy.newProxyInstance(
            LostCommits.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              try {
                Object result = method.invoke(real, arguments);
                if (method.getName().equals("commit") && left.getAndDecrement() > 0) {
                  throw new SQLException("connection lost", "08S01");
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
