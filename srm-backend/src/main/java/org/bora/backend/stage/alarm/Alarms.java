package org.bora.backend.stage.alarm;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The list of what an administrator has to do something about, the same on all backends. Raising
 * what is raised already changes only its text and time: the log tells of it once, at ERROR. Who
 * raises an alarm clears it when its reason is gone. Each call is a transaction of its own. Thread
 * safe.
 */
public final class Alarms {
  /** So many are listed: a broken tape may be one for each of its files. */
  public static final int MOST_LISTED = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);
  private static final int MOST_FORGOTTEN = 1000;

  private final Transactions transactions;
  private final TokenSource tokens;
  private final AlarmTable alarms = new AlarmTable();

  public Alarms(Transactions transactions, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * Something is wrong.
   *
   * @param key what it is about: words, then what they apply to, as in {@code tape-full LIBRARY}
   * @param text what is wrong, and what to do; of others' words only what an administrator may see
   */
  public void raise(String key, String text) {
    // Also true where an attempt that was answered with an error had entered it.
    AtomicBoolean isNew = new AtomicBoolean();
    transactions.run(
        sql -> {
          if (alarms.insert(sql, key, text, tokens.now())) {
            isNew.set(true);
          } else {
            alarms.update(sql, key, text, tokens.now());
          }
          return key;
        });
    if (isNew.get()) {
      LOG.error("alarm [{}]: {}", key, text);
    }
  }

  /** The reason is gone; returns whether it was raised. Cheap where it was not. */
  public boolean clear(String key) {
    if (!transactions.read(sql -> alarms.isRaised(sql, key))) {
      return false;
    }
    boolean cleared = transactions.run(sql -> alarms.delete(sql, key));
    if (cleared) {
      LOG.info("alarm [{}] is over", key);
    }
    return cleared;
  }

  /** How many are raised. */
  public long count() {
    return transactions.read(alarms::count);
  }

  /** Those that were raised first, {@link #MOST_LISTED} at most. */
  public List<Alarm> list() {
    return transactions.read(sql -> alarms.first(sql, MOST_LISTED));
  }

  /**
   * Alarms of files that were removed or overwritten since are over: nobody who raised them looks
   * at such a file again. To be called about once a minute.
   */
  public void forgetFilesGone() {
    transactions.read(sql -> alarms.ofFilesGone(sql, MOST_FORGOTTEN)).forEach(this::clear);
  }
}
