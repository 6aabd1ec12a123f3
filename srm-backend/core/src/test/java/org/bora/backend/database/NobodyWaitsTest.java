package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.bora.api.BackendFailure;
import org.junit.jupiter.api.Test;

/** What is done for a caller who has left. */
class NobodyWaitsTest {

  private final AtomicBoolean left = new AtomicBoolean();
  private final List<String> asked = new ArrayList<>();
  private final AtomicInteger work = new AtomicInteger();

  @Test
  void nothingIsBegun() {
    left.set(true);
    Transactions transactions = transactions(source(() -> {}));
    late(() -> transactions.run(sql -> work.incrementAndGet()));
    late(() -> transactions.read(sql -> work.incrementAndGet()));
    assertEquals(0, work.get());
    assertEquals(List.of(), asked);
  }

  @Test
  void whoLeftWhileAConnectionWasWaitedForHasNothingBegun() {
    Transactions transactions = transactions(source(() -> left.set(true)));
    late(() -> transactions.run(sql -> work.incrementAndGet()));
    assertEquals(0, work.get());
    assertEquals(List.of("getConnection", "rollback", "close"), withoutRollback());
  }

  @Test
  void whatHasBegunComesToItsEnd() {
    Transactions transactions = transactions(source(() -> {}));
    int done =
        transactions.run(
            sql -> {
              left.set(true);
              return work.incrementAndGet();
            });
    assertEquals(1, done);
    assertEquals(List.of("getConnection", "commit", "close"), asked);
  }

  @Test
  void anAttemptThatMayHaveBeenCommittedIsRepeatedToItsEnd() {
    Transactions transactions = transactions(source(() -> {}));
    int done =
        transactions.run(
            sql -> {
              left.set(true);
              if (work.incrementAndGet() == 1) {
                throw new IllegalStateException(new SQLTransientConnectionException("lost"));
              }
              return work.get();
            });
    assertEquals(2, done);
    assertEquals("commit", asked.get(asked.size() - 2));
  }

  @Test
  void whatFollowsSomethingThatIsDoneIsDone() {
    left.set(true);
    Transactions transactions = transactions(source(() -> {})).toTheEnd();
    int written = transactions.run(sql -> work.incrementAndGet());
    int read = transactions.read(sql -> work.incrementAndGet());
    assertEquals(List.of(1, 2), List.of(written, read));
  }

  private static void late(Runnable call) {
    BackendFailure failure = assertThrows(BackendFailure.class, call::run);
    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
  }

  /** Whether what was never begun is rolled back matters to nobody. */
  private List<String> withoutRollback() {
    List<String> all = new ArrayList<>(asked);
    if (!all.contains("rollback")) {
      all.add(1, "rollback");
    }
    return all;
  }

  private Transactions transactions(DataSource source) {
    return new Transactions(source, source, Optional.empty(), time -> {}, new Random(1), left::get);
  }

  private DataSource source(Runnable whenAsked) {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              asked.add(method.getName());
              whenAsked.run();
              return connection();
            });
  }

  private Connection connection() {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              asked.add(method.getName());
              return null;
            });
  }
}
