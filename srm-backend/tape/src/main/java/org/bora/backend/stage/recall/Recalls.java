package org.bora.backend.stage.recall;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.bora.backend.database.Transactions;
import org.bora.backend.ledger.TapeCopyTable;
import org.bora.backend.pin.Staged;
import org.bora.backend.pin.Staging;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.drive.DriveState;
import org.bora.backend.stage.drive.Drives;
import org.bora.storage.spi.TapeCopy;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Accepts recalls of files on tape, and estimates when they will be done. Thread safe. */
public final class Recalls implements Staging {
  private static final String NO_CHECKSUM = "00000000";

  private final RecallSettings settings;
  private final ActivityShares activities;
  private final Transactions transactions;
  private final SpaceBooks books;
  private final TapeLibraries libraries;
  private final Drives drives;
  private final RecallTable table = new RecallTable();
  private final TapeCopyTable copies = new TapeCopyTable();
  private final RecallLineTable line = new RecallLineTable();
  private final RecentForecasts forecasts;

  /** Whose forecasts are made by the callers that ask for them. */
  public Recalls(
      RecallSettings settings,
      Transactions transactions,
      SpaceBooks books,
      TapeLibraries libraries,
      Drives drives) {
    this(settings, transactions, books, libraries, drives, Runnable::run);
  }

  /**
   * @param beside computes forecasts
   */
  public Recalls(
      RecallSettings settings,
      Transactions transactions,
      SpaceBooks books,
      TapeLibraries libraries,
      Drives drives,
      Executor beside) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.activities = new ActivityShares(settings.activities());
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.books = Objects.requireNonNull(books, "books");
    this.libraries = Objects.requireNonNull(libraries, "libraries");
    this.drives = Objects.requireNonNull(drives, "drives");
    this.forecasts = new RecentForecasts(this::forecast, beside);
  }

  /** Of the alarm that a file is lost. */
  public static String lostAlarm(String library, UUID file) {
    return "lost " + library + " " + file;
  }

  /** Of the alarm that reading a file failed too often. */
  public static String failedAlarm(String library, UUID file) {
    return "recall " + library + " " + file;
  }

  @Override
  public Set<UUID> used(JdbcClient sql, Collection<UUID> files, Instant now) {
    return books.touched(sql, files, now);
  }

  @Override
  public Set<UUID> ask(JdbcClient sql, List<Wish> wishes, Instant now) {
    Map<UUID, RecallRow> rows = new LinkedHashMap<>();
    // where the books know the copy, nothing that a file says of it counts
    Map<UUID, TapeCopy> known =
        copies.find(sql, wishes.stream().map(wish -> wish.file().file()).toList());
    for (Wish wish : wishes) {
      row(wish, Optional.ofNullable(known.get(wish.file().file())), now)
          .ifPresent(row -> rows.merge(row.file(), row, Recalls::sooner));
    }
    // in one order, so that two requests for the same files do not wait for each other
    table.ask(
        sql, rows.values().stream().sorted((a, b) -> a.file().compareTo(b.file())).toList(), now);
    return table.running(sql, rows.keySet());
  }

  private static RecallRow sooner(RecallRow one, RecallRow other) {
    return one.deadline().isAfter(other.deadline()) ? other : one;
  }

  private Optional<RecallRow> row(Wish wish, Optional<TapeCopy> known, Instant now) {
    Staged file = wish.file();
    Optional<TapeCopy> copy = known.or(file::copy);
    return copy.map(TapeCopy::library)
        .or(() -> file.place().area().keeping().library())
        .map(
            library ->
                new RecallRow(
                    file.file(),
                    library,
                    copy.map(TapeCopy::location),
                    file.place().area().name(),
                    file.place().path(),
                    file.size(),
                    copy.map(TapeCopy::adler32).orElse(NO_CHECKSUM),
                    activities.line(wish.asker()),
                    settings.priority(file.place().area().name()),
                    now,
                    wish.deadline(),
                    0,
                    0));
  }

  @Override
  public Map<UUID, Instant> expected(Collection<UUID> files, Instant now) {
    Map<UUID, RecallLineTable.Stand> stands = transactions.read(sql -> line.stands(sql, files));
    Map<UUID, Instant> expected = new HashMap<>();
    stands.forEach(
        (file, stand) -> {
          if (libraries.has(stand.library())) {
            RecallForecast forecast = forecasts.of(stand.library(), stand.volume(), now);
            Instant end = now.plus(forecast.until(stand.volume(), stand.position()));
            expected.put(file, end.isAfter(stand.due()) ? end : stand.due());
          }
        });
    return expected;
  }

  private RecallForecast forecast(String library) {
    return new RecallForecast(
        transactions.read(sql -> line.loads(sql, library)),
        drives.of(library).stream().map(DriveState::pace).toList(),
        settings.order().cost());
  }
}
