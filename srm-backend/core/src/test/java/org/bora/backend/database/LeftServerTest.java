package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.bora.api.BackendFailure;
import org.junit.jupiter.api.Test;

/** What becomes of transactions while their server is left for another. */
class LeftServerTest {
  private final AtomicBoolean nobodyWaits = new AtomicBoolean();
  private final List<String> asked = new ArrayList<>();
  private final List<Boolean> doubts = new ArrayList<>();
  private final ServerInUse server = new ServerInUse(List.of("one", "two"), () -> {});

  /** What happens instead of the next commits, and when connections are asked for. */
  private final Deque<Callable<Void>> commits = new ArrayDeque<>();

  private final Deque<Runnable> connects = new ArrayDeque<>();
  private final Transactions transactions = transactions();

  private Transactions transactions() {
    DataSource source =
        proxy(
            DataSource.class,
            _ -> {
              if (!connects.isEmpty()) {
                connects.remove().run();
              }
              return connection();
            });
    return new Transactions(
        source, source, Optional.of(server), time -> {}, new Random(1), nobodyWaits::get);
  }

  @Test
  void whoLeftMeanwhileHasNothingDone() {
    connects.add(
        () -> {
          nobodyWaits.set(true);
          server.change(0, 1);
        });
    BackendFailure failure = assertThrows(BackendFailure.class, this::work);
    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
    assertEquals(List.of(), doubts, "nothing was begun");
  }

  @Test
  void whoIsToldThatAllIsBusyIsToldAtOnce() {
    BackendFailure busy = new BackendFailure(BackendFailure.Kind.TRANSIENT, "busy", null);
    connects.add(
        () -> {
          server.change(0, 1);
          throw busy;
        });
    assertEquals(busy, assertThrows(BackendFailure.class, this::work));
  }

  @Test
  void aCommitThatWasBrokenOffWithWhateverErrorMayHaveBeenOne() {
    commits.add(
        () -> {
          server.change(0, 1);
          throw new IllegalStateException("the driver's own surprise");
        });
    work();
    assertEquals(List.of(false, true), doubts);
    assertEquals(List.of("commit", "abort", "rollback", "commit"), asked);
  }

  @Test
  void aCommitThatWasInterruptedMayHaveBeenOne() {
    commits.add(
        () -> {
          throw new SQLException("Query execution was interrupted", "70100", 1317);
        });
    work();
    assertEquals(List.of(false, true), doubts);
  }

  @Test
  void aCommitThatTheServerRefusedWasNone() {
    commits.add(
        () -> {
          throw new SQLException("deadlock", "40001", 1213);
        });
    work();
    assertEquals(List.of(false, false), doubts);
    assertEquals(List.of("commit", "rollback", "commit"), asked);
  }

  private void work() {
    transactions.talk(dialogue -> doubts.add(dialogue.isPerhapsDone()));
  }

  private Connection connection() {
    return proxy(
        Connection.class,
        method ->
            switch (method) {
              case "unwrap" -> connection();
              case "isClosed" -> false;
              case "close" -> null;
              default -> {
                asked.add(method);
                yield method.equals("commit") && !commits.isEmpty()
                    ? commits.remove().call()
                    : null;
              }
            });
  }

  private interface Answer {
    Object to(String method) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> answer.to(method.getName())));
  }
}
