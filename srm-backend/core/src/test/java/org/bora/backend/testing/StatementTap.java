package org.bora.backend.testing;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.Query;
import com.mysql.cj.interceptors.QueryInterceptor;
import com.mysql.cj.jdbc.ClientPreparedStatement;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.Resultset;
import com.mysql.cj.protocol.ServerSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bora.backend.database.Dialogue;
import org.bora.backend.testing.StatementCatalogue.Entry;

/**
 * Sees every statement of a connection of {@link Schemas}. With {@code BORA_STATEMENTS=refuse} in
 * the environment those of classes named *Table that {@link StatementCatalogue} has not fail:
 * nobody would know what they cost in a full table. With {@code BORA_STATEMENTS=FILE} they are
 * written there instead: a run of the test that sends a new statement, and {@code sort -u} of both
 * into {@code statements.tsv}, add it; who told a {@link Dialogue} has to be named by hand. Without
 * it everything passes.
 */
public final class StatementTap implements QueryInterceptor {
  private static final StatementCatalogue CATALOGUE = StatementCatalogue.read();
  private static final Optional<String> WANTED =
      Optional.ofNullable(System.getenv("BORA_STATEMENTS"));
  private static final String REFUSE = "refuse";

  /** Asks the server's own list of sessions; its tables have a row for each of those at most. */
  private static final String OF_SESSIONS = "org.bora.backend.database.PresenceTable";

  private static final StackWalker STACK = StackWalker.getInstance();

  /** Of this connection, which one thread uses at a time. */
  private final Set<String> passed = new HashSet<>();

  /** What lets a connection be seen, when that is wanted: other processes have no such class. */
  static String parameter() {
    return WANTED.isPresent() ? "&queryInterceptors=" + StatementTap.class.getName() : "";
  }

  @Override
  public QueryInterceptor init(MysqlConnection connection, Properties properties, Log log) {
    return this;
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // the driver declares it so
  public <T extends Resultset> T preProcess(Supplier<String> sql, Query query) {
    if (WANTED.isPresent()
        && query instanceof ClientPreparedStatement statement
        && !passed.contains(statement.getPreparedSql())) {
      check(statement.getPreparedSql());
      passed.add(statement.getPreparedSql());
    }
    return null;
  }

  private static void check(String sql) {
    if (isTold()) {
      // several at once: by then nobody knows any more who told which
      Stream.of(sql.split("; "))
          .filter(statement -> !statement.equals("COMMIT"))
          .map(StatementShape::of)
          .filter(shape -> !CATALOGUE.hasShape(shape))
          .forEach(shape -> check(new Entry("Dialogue.tell", shape)));
    } else {
      sender().ifPresent(sender -> check(new Entry(sender, StatementShape.of(sql))));
    }
  }

  private static boolean isTold() {
    return STACK.walk(
        frames -> frames.anyMatch(frame -> frame.getClassName().equals(Dialogue.class.getName())));
  }

  private static Optional<String> sender() {
    return STACK.walk(
        frames ->
            frames
                .filter(frame -> frame.getClassName().startsWith("org.bora.backend."))
                .filter(frame -> !frame.getClassName().equals(OF_SESSIONS))
                .filter(frame -> frame.getClassName().replaceFirst("\\$.*", "").endsWith("Table"))
                .map(StatementTap::name)
                .findFirst());
  }

  private static String name(StackWalker.StackFrame frame) {
    return sender(frame.getClassName(), frame.getMethodName());
  }

  /** Class and method without their package; a lambda is its method's. */
  public static String sender(String className, String method) {
    String simple = className.substring("org.bora.backend.".length()).replaceFirst("\\$.*", "");
    return simple + "." + method.replaceFirst("^lambda\\$(\\w+)\\$\\d+$", "$1");
  }

  private static void check(Entry entry) {
    if (CATALOGUE.has(entry)) {
      return;
    }
    if (WANTED.get().equals(REFUSE)) {
      throw new IllegalStateException(
          "statements.tsv has no such statement, see StatementTap: " + entry.line());
    }
    synchronized (StatementTap.class) {
      try {
        Files.writeString(
            Path.of(WANTED.get()),
            entry.line() + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public boolean executeTopLevelOnly() {
    return true;
  }

  @Override
  public void destroy() {}

  @Override
  public <T extends Resultset> T postProcess(
      Supplier<String> sql, Query query, T result, ServerSession session) {
    return null;
  }
}
