package org.bora.backend.stage.report;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.drive.DriveState;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.ledger.MigrationRow;
import org.bora.backend.stage.ledger.MigrationTable;
import org.bora.backend.stage.ledger.RemovalTable;

/** Asks all engines what they do. A few statements for each library; thread safe. */
public final class TapeReport {
  private static final int WORST = 5;

  private final Transactions transactions;
  private final Locator locator;
  private final TapeLibraries libraries;
  private final Drives drives;
  private final Alarms alarms;
  private final TokenSource tokens;
  private final MigrationTable migrations = new MigrationTable();
  private final RemovalTable removals = new RemovalTable();
  private final StoredFiles files = new StoredFiles();

  public TapeReport(
      Transactions transactions,
      Locator locator,
      TapeLibraries libraries,
      Drives drives,
      Alarms alarms,
      TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.libraries = Objects.requireNonNull(libraries, "libraries");
    this.drives = Objects.requireNonNull(drives, "drives");
    this.alarms = Objects.requireNonNull(alarms, "alarms");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /** As it is now. */
  public TapeStatus now() {
    Instant now = tokens.now();
    return new TapeStatus(
        now,
        libraries.names().stream().map(library -> library(library, now)).toList(),
        alarms.list());
  }

  /** How many alarms there are. */
  public int alarms() {
    return alarms.list().size();
  }

  private TapeStatus.Library library(String name, Instant now) {
    RemovalTable.Backlog leaving = transactions.read(sql -> removals.backlog(sql, name));
    return new TapeStatus.Library(
        name,
        libraries.driver(name).kind(),
        drives.of(name).stream().map(drive -> drive(drive, now)).toList(),
        migrations(name, now),
        new TapeStatus.Removals(
            leaving.copies(), leaving.bytes(), leaving.held(), leaving.failing()));
  }

  private static TapeStatus.Drive drive(DriveState drive, Instant now) {
    Optional<DriveState.Held> hold = drive.isFree(now) ? Optional.empty() : drive.hold();
    return new TapeStatus.Drive(
        drive.slot(),
        hold.map(held -> held.use().name().toLowerCase(Locale.ROOT)),
        hold.isPresent() ? hold.get().volume() : drive.loaded().map(DriveState.Loaded::volume));
  }

  private TapeStatus.Migrations migrations(String library, Instant now) {
    MigrationTable.Backlog backlog =
        transactions.read(sql -> migrations.backlog(sql, library, now));
    List<MigrationRow> failing =
        backlog.failing() == 0
            ? List.of()
            : transactions.read(sql -> migrations.failing(sql, library, 1, WORST));
    Map<UUID, String> names = names(failing.stream().map(MigrationRow::file).toList());
    return new TapeStatus.Migrations(
        backlog.files(),
        backlog.bytes(),
        backlog.running(),
        backlog.failing(),
        failing.stream()
            .map(
                row ->
                    new TapeStatus.FailingFile(
                        names.getOrDefault(row.file(), row.file().toString()),
                        row.tries(),
                        row.failure()))
            .toList());
  }

  private Map<UUID, String> names(List<UUID> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    return transactions.read(sql -> files.find(sql, ids)).stream()
        .collect(Collectors.toMap(StoredFile::id, this::name));
  }

  private String name(StoredFile file) {
    return locator
        .area(file.area())
        .map(area -> area.sfnOf(file.path()))
        .orElseGet(() -> file.area() + "/" + file.path());
  }
}
