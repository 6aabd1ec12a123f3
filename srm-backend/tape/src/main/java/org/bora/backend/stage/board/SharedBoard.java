package org.bora.backend.stage.board;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.stage.board.Task.State;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.tape.table.TaskBoard;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeOperation;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The side of the board for backends, which post their batches here. Thread safe. */
public final class SharedBoard implements TaskBoard {
  private static final int MOST_TOLD = 1_000;
  private static final int FORGOTTEN_AT_ONCE = 10;

  /** Results may come long after the backend that wanted them has died. */
  private static final Duration KEPT = Duration.ofDays(1);

  private final Transactions transactions;
  private final TokenSource tokens;
  private final Duration lease;
  private final BatchTable batches = new BatchTable();
  private final TaskTable tasks = new TaskTable();

  /**
   * @param lease after which a batch that no backend looks for is handed out no more
   */
  public SharedBoard(Transactions transactions, TokenSource tokens, Duration lease) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.lease = Objects.requireNonNull(lease, "lease");
  }

  @Override
  public void post(UUID batch, String library, TapeOperation operation, List<TapeFile> files)
      throws StorageException {
    Instant now = tokens.now();
    List<Task> fresh = new ArrayList<>();
    for (int place = 0; place < files.size(); place++) {
      fresh.add(
          new Task(
              tokens.token(now).id(),
              batch,
              place,
              State.WAITING,
              Optional.empty(),
              files.get(place),
              Optional.empty()));
    }
    reach(
        sql -> {
          if (batches.insert(sql, batch, library, operation, now, now.plus(lease))) {
            tasks.insert(sql, withoutKnown(sql, fresh, library, operation, now));
            forget(sql, now.minus(KEPT));
          }
          return batch;
        });
  }

  /** Takes over tasks for the same work, and returns the rest. */
  private List<Task> withoutKnown(
      JdbcClient sql, List<Task> fresh, String library, TapeOperation operation, Instant now) {
    Map<UUID, Task> wanted = new HashMap<>();
    fresh.forEach(task -> wanted.put(task.file().id(), task));
    for (UUID dead : batches.lockDead(sql, library, operation, now)) {
      for (Task known : tasks.lock(sql, dead, List.copyOf(wanted.keySet()))) {
        Task task = wanted.get(known.file().id());
        if (task != null && known.isSameWork(task.file()) && known.isOfUse(operation)) {
          tasks.move(sql, known.id(), task.batch(), task.place());
          wanted.remove(known.file().id());
        }
      }
    }
    return fresh.stream().filter(task -> wanted.containsKey(task.file().id())).toList();
  }

  private void forget(JdbcClient sql, Instant before) {
    for (UUID batch : batches.forgotten(sql, before, FORGOTTEN_AT_ONCE)) {
      tasks.delete(sql, batch);
      batches.delete(sql, batch);
    }
  }

  @Override
  public List<TapeFileReport> collect(UUID batch) throws StorageException {
    Instant until = tokens.now().plus(lease);
    List<Task> told =
        reach(
            sql -> {
              batches.renew(sql, batch, until);
              return tasks.told(sql, batch, MOST_TOLD);
            });
    return told.stream().flatMap(task -> task.report().stream()).toList();
  }

  @Override
  public void withdraw(UUID batch, Collection<UUID> files) throws StorageException {
    reach(
        sql -> {
          tasks.delete(sql, batch, files);
          return batch;
        });
  }

  @Override
  public void close(UUID batch) throws StorageException {
    reach(
        sql -> {
          tasks.delete(sql, batch);
          batches.delete(sql, batch);
          return batch;
        });
  }

  @Override
  public void leave(UUID batch) throws StorageException {
    Instant now = tokens.now();
    reach(
        sql -> {
          batches.renew(sql, batch, now);
          return batch;
        });
  }

  private <T> T reach(Function<JdbcClient, T> work) throws StorageException {
    try {
      return transactions.run(work);
    } catch (BackendFailure failure) {
      throw new StorageException(Reason.IO, String.valueOf(failure.getMessage()));
    }
  }
}
