package org.bora.backend.stage.board;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.stage.alarm.Alarms;

/**
 * Raises an alarm when no puller fetches the work of a library, because a dead puller cannot report
 * itself. Thread safe.
 */
public final class BoardWatch {
  /** Time after which a task without a puller is reported if no task is in progress. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private final String library;
  private final Transactions transactions;
  private final TokenSource tokens;
  private final Alarms alarms;
  private final TaskTable tasks = new TaskTable();

  /** Between two rounds a puller may have nothing in hand for a moment: one look is no alarm. */
  private final AtomicBoolean seen = new AtomicBoolean();

  public BoardWatch(String library, Transactions transactions, TokenSource tokens, Alarms alarms) {
    this.library = Objects.requireNonNull(library, "library");
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.alarms = Objects.requireNonNull(alarms, "alarms");
  }

  /** Looks; to be called about once a minute. */
  public void look() {
    Instant now = tokens.now();
    Optional<TaskTable.Idle> idle =
        transactions.read(sql -> tasks.idle(sql, library, now, now.minus(PATIENCE)));
    if (idle.isEmpty()) {
      seen.set(false);
      alarms.clear(key());
    } else if (seen.getAndSet(true)) {
      alarms.raise(key(), text(idle.get()));
    }
  }

  private String key() {
    return "no-puller " + library;
  }

  private String text(TaskTable.Idle idle) {
    return "no puller fetches the work of tape library "
        + library
        + ": "
        + idle.tasks()
        + " tasks wait, the oldest since "
        + idle.since()
        + ". Is a puller running, does it reach the port, and is its token in the token file?"
        + " See docs/operate/recall-table.md";
  }
}
