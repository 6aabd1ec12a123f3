package org.bora.storm.state;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.bora.storm.source.UnreadableSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The server of StoRM's database. It is read once, in a read-only session. */
public final class StormDatabase {
  private static final String PATIENCE_MILLIS = "10000";

  private StormDatabase() {}

  /**
   * Reads what lives there.
   *
   * @param url {@code jdbc:mysql://HOST[:PORT]/storm_db}
   * @throws UnreadableSource where the server or a table cannot be read
   */
  public static StormState read(String url, String user, String password) throws UnreadableSource {
    Optional<String> refusal = JdbcUrl.refusal("--db", url);
    if (refusal.isPresent()) {
      throw new UnreadableSource(refusal.get());
    }
    Properties account = new Properties();
    account.setProperty("user", user);
    account.setProperty("password", password);
    account.setProperty("connectTimeout", PATIENCE_MILLIS);
    try (Connection connection = DriverManager.getConnection(url, account)) {
      connection.setReadOnly(true);
      // closed with its connection
      JdbcClient sql = JdbcClient.create(new SingleConnectionDataSource(connection, true));
      return new StormTable(sql).state();
    } catch (SQLException failure) {
      throw unreadable(url, user, failure);
    } catch (DataAccessException failure) {
      throw unreadable(url, user, failure.getMostSpecificCause());
    }
  }

  private static UnreadableSource unreadable(String url, String user, Throwable failure) {
    String shown = JdbcUrl.shown(url);
    String why = String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given");
    return new UnreadableSource(
        "--db "
            + shown
            + ": StoRM's database cannot be read: "
            + why.replace(url, shown)
            + "; it needs SELECT for "
            + user
            + " on storm_db and storm_be_ISAM. Where the server is too old for Bora's driver load"
            + " a dump of it into another one");
  }
}
