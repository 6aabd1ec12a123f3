package org.bora.backend.bearer;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.bearer.DayKey;
import org.bora.api.bearer.DayKeysReply;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Transactions;

/**
 * The daily keys. Every backend reads the same secret, which the first backend of a site creates.
 * Thread safe.
 */
public final class BearerKeys {
  /** Macaroons live no longer. */
  public static final Duration LONGEST = Duration.ofDays(7);

  private static final Duration REMEMBERED = Duration.ofSeconds(15);

  private final Transactions transactions;
  private final Clock clock;
  private final SecureRandom random;
  private final BearerSecretTable table = new BearerSecretTable();
  private volatile Read read = new Read(List.of(), Instant.EPOCH);

  private record Read(List<DayKey> keys, Instant at) {}

  public BearerKeys(Transactions transactions, Clock clock, SecureRandom random) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.random = Objects.requireNonNull(random, "random");
  }

  /**
   * What doors may ask.
   *
   * @param longest that a transfer URL is of use
   */
  public Functions functions(Duration longest) {
    return Functions.of(
        Catalogue.DAY_KEYS,
        (call, nothing) -> new DayKeysReply(ReturnStatus.success(), current(longest)));
  }

  /**
   * Of the days that something issued may be from, and of tomorrow: clocks differ.
   *
   * @param longest that something else than a macaroon lives
   */
  public List<DayKey> current(Duration longest) {
    BearerSecret secret = transactions.read(table::newest).orElseGet(() -> next(Optional.empty()));
    long today = Duration.ofMillis(clock.millis()).toDays();
    long before = Math.max(LONGEST.toDays(), longest.plusDays(1).minusNanos(1).toDays());
    return LongStream.rangeClosed(today - before, today + 1).mapToObj(secret::key).toList();
  }

  /** To sign with, as it was within the last seconds. */
  public DayKey today() {
    Instant now = clock.instant();
    Read last = read;
    if (now.isBefore(last.at()) || !now.isBefore(last.at().plus(REMEMBERED))) {
      last = new Read(current(LONGEST), now);
      read = last;
    }
    long today = Duration.ofMillis(clock.millis()).toDays();
    return last.keys().stream().filter(key -> key.day() == today).findFirst().orElseThrow();
  }

  /**
   * Begins a new generation: all earlier tokens become invalid when doors learn of it, within a
   * minute. Two concurrent revocations begin one generation together.
   *
   * @return the number
   * @throws IllegalStateException if the database did not store it
   */
  public long revoke() {
    Optional<BearerSecret> before = transactions.read(table::newest);
    long now = next(before).generation();
    if (now <= before.map(BearerSecret::generation).orElse(0L)) {
      throw new IllegalStateException("nothing was revoked: the database kept the old keys");
    }
    read = new Read(List.of(), Instant.EPOCH);
    return now;
  }

  /**
   * Where another backend was quicker its secret counts. Those before open nothing more, and go.
   */
  private BearerSecret next(Optional<BearerSecret> before) {
    byte[] bytes = new byte[BearerSecret.BYTES];
    random.nextBytes(bytes);
    BearerSecret fresh =
        new BearerSecret(
            before.map(BearerSecret::generation).orElse(0L) + 1, HexFormat.of().formatHex(bytes));
    return transactions.run(
        sql -> {
          table.enter(sql, fresh, clock.instant());
          BearerSecret newest = table.newest(sql).orElseThrow();
          table.deleteBefore(sql, newest.generation());
          return newest;
        });
  }
}
