package org.bora.backend.stage.alarm;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The list of what an administrator has to do something about, the same on all backends. Raising
 * what is raised already changes only its text and time: the log tells of it once, at ERROR. Who
 * raises an alarm clears it when its reason is gone. What files of one area or library have in
 * common is one alarm, with their number and the first of them. Each call is a transaction of its
 * own. Thread safe.
 */
public final class Alarms {
  /** So many are listed. */
  public static final int MOST_LISTED = 1000;

  /** Files of one alarm that are kept; of more it is only known that they are more. */
  static final int MOST_FILES = 1000;

  private static final int NAMED = 3;

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
   * Raises an alarm.
   *
   * @param key the kind, then the object, as in {@code tape-full LIBRARY}
   * @param text the problem and the remedy; text from other programs only if an administrator may
   *     see it
   */
  public void raise(String key, String text) {
    Optional<String> kind = AlarmTable.kind(key);
    // Also true where an attempt that was answered with an error had entered it.
    AtomicBoolean isNew = new AtomicBoolean();
    AtomicInteger others = new AtomicInteger();
    transactions.run(
        sql -> {
          kind.ifPresent(files -> others.set(alarms.count(sql, files, MOST_FILES)));
          if (others.get() < MOST_FILES && alarms.insert(sql, key, text, tokens.now())) {
            isNew.set(true);
          } else {
            alarms.update(sql, key, text, tokens.now());
          }
          return key;
        });
    if (isNew.get()) {
      tell(key, text, others.get());
    }
  }

  /** A broken tape or disk is one error; its effect on each file is logged, too. */
  private static void tell(String key, String text, int others) {
    if (others == 0) {
      LOG.error("alarm [{}]: {}", key, text);
    } else {
      LOG.warn("alarm [{}], as for {} files before: {}", key, others, text);
    }
  }

  /** The reason is gone; returns whether it was raised. Cheap where it was not. */
  public boolean clear(String key) {
    Optional<Alarm> raised = raised(key);
    return raised.isPresent() && clear(raised.get());
  }

  /** The present state of an alarm; empty if it is not raised. */
  public Optional<Alarm> raised(String key) {
    return transactions.read(sql -> alarms.find(sql, key));
  }

  /**
   * Removes an alarm whose reason is gone. It stays if it was raised again after it was read: the
   * process that raised it may have seen the fault later than the caller has seen that all is well.
   */
  public boolean clear(Alarm read) {
    return tellCleared(read.key(), transactions.run(sql -> alarms.delete(sql, read)));
  }

  private static boolean tellCleared(String key, boolean cleared) {
    if (cleared) {
      LOG.info("alarm [{}] is over", key);
    }
    return cleared;
  }

  /** How many are raised. */
  public long count() {
    return transactions.read(alarms::count);
  }

  /** Those that were raised first, {@link #MOST_LISTED} at most; one for all files of a kind. */
  public List<Alarm> list() {
    return transactions.read(
        sql -> alarms.first(sql, MOST_LISTED).stream().map(shown -> alarm(sql, shown)).toList());
  }

  private Alarm alarm(JdbcClient sql, AlarmTable.Shown shown) {
    Alarm alarm = shown.alarm();
    if (shown.count() == 1) {
      return alarm;
    }
    String text =
        (shown.count() < MOST_FILES ? "" : "at least ")
            + shown.count()
            + " files. "
            + String.join(" | ", alarms.texts(sql, alarm.key(), NAMED))
            + (shown.count() > NAMED ? " | ... (the log names all)" : "");
    return new Alarm(alarm.key(), text, alarm.raised(), alarm.seen());
  }

  /** The key of the alarm that recalls wait for a volume. */
  public static String ofVolume(String library, String volume) {
    return AlarmTable.ofVolume(library, volume);
  }

  /**
   * Ends alarms about files that were removed or overwritten since, and about volumes from which no
   * file is requested any more. The parts that raised them do not check such files or volumes
   * again. To be called about once a minute.
   */
  public void forgetWhatIsOver() {
    transactions.read(sql -> alarms.ofFilesGone(sql, MOST_FORGOTTEN)).forEach(this::clear);
    transactions.read(sql -> alarms.ofVolumes(sql, MOST_FORGOTTEN)).forEach(this::forgetVolume);
  }

  /**
   * A recall exists before its volume is found to be unavailable. If there is none while this holds
   * the lock on the alarm, a backend that raises the alarm again does so after the removal.
   */
  private void forgetVolume(String key) {
    if (!transactions.read(sql -> alarms.isWaitedFor(sql, key))) {
      tellCleared(
          key,
          transactions.run(
              sql ->
                  alarms.lock(sql, key)
                      && !alarms.isWaitedFor(sql, key)
                      && alarms.delete(sql, key)));
    }
  }
}
