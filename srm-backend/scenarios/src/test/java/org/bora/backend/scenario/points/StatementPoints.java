package org.bora.backend.scenario.points;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.Query;
import com.mysql.cj.exceptions.CJCommunicationsException;
import com.mysql.cj.interceptors.QueryInterceptor;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.Resultset;
import com.mysql.cj.protocol.ServerSession;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells a {@link Tap} of the statements and commits of one connection; the driver makes it. */
public final class StatementPoints implements QueryInterceptor {
  private static final Pattern TABLE =
      Pattern.compile("\\b(?:FROM|INTO|UPDATE)\\s+`?(\\w+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern UNCOUNTED =
      Pattern.compile("(?:SET |ROLLBACK|SELECT 1$|SELECT @@|/\\*).*", Pattern.CASE_INSENSITIVE);

  private static final Pattern ENDING =
      Pattern.compile("(?:COMMIT|ROLLBACK)\\s*$", Pattern.CASE_INSENSITIVE);

  private Tap tap;
  private JdbcConnection connection;
  private boolean losing;

  @Override
  public QueryInterceptor init(MysqlConnection connection, Properties properties, Log log) {
    tap = Tap.of(properties);
    this.connection = (JdbcConnection) connection;
    return this;
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // the driver declares it so
  public <T extends Resultset> T preProcess(Supplier<String> sql, Query query) {
    losing = false;
    if (tap.isOurs()) {
      tap.uses(connection, true);
    }
    if (tap.isOurs() && !UNCOUNTED.matcher(sql.get()).matches()) {
      losing = tap.before(label(sql.get()), true);
    }
    return null;
  }

  @Override
  public <T extends Resultset> T postProcess(
      Supplier<String> sql, Query query, T result, ServerSession session) {
    if (tap.isOurs()) {
      tap.after();
      if (losing) {
        losing = false;
        tap.lose();
        throw new CJCommunicationsException("the answer was lost");
      }
      if (ENDING.matcher(sql.get()).find() || isAlone()) {
        tap.uses(connection, false);
      }
    }
    return null;
  }

  private boolean isAlone() {
    try {
      return connection.getAutoCommit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static String label(String sql) {
    return Stream.of(sql.split("; "))
        .map(
            one -> {
              Matcher table = TABLE.matcher(one);
              String verb = one.strip().split("\\s", 2)[0].toUpperCase(java.util.Locale.ROOT);
              return verb
                  + (table.find() ? " " + table.group(1) : "")
                  + (one.contains("FOR UPDATE") ? " locked" : "");
            })
        .collect(Collectors.joining("; "));
  }

  @Override
  public boolean executeTopLevelOnly() {
    return true;
  }

  @Override
  public void destroy() {}
}
