package org.bora.backend.seal;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.backend.database.TimeTable;
import org.bora.backend.database.Transactions;
import org.bora.storage.spi.SealKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronises the seal keys of the database and of this backend's file: afterwards both have all
 * keys. The database gives all backends the same keys. The file outlives the database: after a loss
 * of the database, seals on files are still accepted when it is rebuilt from the files. The first
 * backend of a new site creates a key. Thread safe; blocks.
 */
public final class SiteSeals {
  private static final Logger LOG = LoggerFactory.getLogger(SiteSeals.class);

  /** Each round but the last is lost to another backend that entered a key at the same moment. */
  private static final int ROUNDS = 20;

  private final Transactions transactions;
  private final KeyFile file;
  private final SecureRandom random;
  private final SealKeyTable table = new SealKeyTable();
  private final TimeTable time = new TimeTable();
  private final SealKeys keys = SealKeys.none();

  /**
   * @param file of this backend; created if missing
   */
  public SiteSeals(Transactions transactions, Path file, SecureRandom random) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.file = new KeyFile(Objects.requireNonNull(file, "file"), KeyFile.Kind.SEALS);
    this.random = Objects.requireNonNull(random, "random");
  }

  /** The keys; they follow every {@link #load}. */
  public SealKeys keys() {
    return keys;
  }

  /**
   * Reads both, and adds to each what it lacks.
   *
   * @throws IOException with a sentence for the administrator if the file cannot be used
   */
  public synchronized void load() throws IOException {
    List<byte[]> kept = file.read();
    List<byte[]> all = transactions.read(table::all);
    for (int round = 0; round < ROUNDS; round++) {
      List<byte[]> missing = new ArrayList<>(kept);
      for (byte[] known : all) {
        missing.removeIf(key -> Arrays.equals(key, known));
      }
      if (all.isEmpty() && missing.isEmpty()) {
        missing.add(fresh());
      }
      if (missing.isEmpty()) {
        break;
      }
      byte[] next = missing.getFirst();
      int number = all.size() + 1;
      transactions.run(sql -> table.enter(sql, number, next, time.now(sql)));
      all = transactions.read(table::all);
    }
    if (!isSame(all, kept)) {
      file.write(all);
      LOG.info(
          "{} now contains all seal keys of the site ({}); keep a copy elsewhere",
          file,
          all.size());
    }
    boolean first = keys.current().isEmpty();
    keys.replace(all);
    if (first) {
      LOG.info(
          "attributes of files are sealed with key {} of {}; the keys are in the database and in"
              + " {}",
          keys.current().orElseThrow(),
          all.size(),
          file);
    }
  }

  private byte[] fresh() {
    byte[] key = new byte[SealKeys.BYTES];
    random.nextBytes(key);
    return key;
  }

  private static boolean isSame(List<byte[]> some, List<byte[]> others) {
    boolean same = some.size() == others.size();
    for (int at = 0; same && at < some.size(); at++) {
      same = Arrays.equals(some.get(at), others.get(at));
    }
    return same;
  }

  /**
   * Loads now and then, until the result is closed: another backend may have entered a key that it
   * had kept.
   */
  public AutoCloseable watch(Duration every, ScheduledExecutorService timer, Executor executor) {
    AtomicBoolean loading = new AtomicBoolean();
    ScheduledFuture<?> loads =
        timer.scheduleWithFixedDelay(
            () -> begin(loading, executor),
            every.toMillis(),
            every.toMillis(),
            TimeUnit.MILLISECONDS);
    return () -> loads.cancel(false);
  }

  private void begin(AtomicBoolean loading, Executor executor) {
    if (!loading.compareAndSet(false, true)) {
      return;
    }
    try {
      executor.execute(
          () -> {
            try {
              load();
            } catch (IOException | RuntimeException e) {
              LOG.warn("the seal keys stay as they were: {}", e.getMessage(), e);
            } finally {
              loading.set(false);
            }
          });
    } catch (RejectedExecutionException stopping) {
      loading.set(false);
    }
  }
}
