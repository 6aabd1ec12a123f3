package org.bora.backend.stage.report;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.buffer.Buffers;
import org.bora.backend.stage.drive.DriveState;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.migration.MigrationDesk;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.backend.stage.recall.RecallQueueTable;
import org.bora.backend.stage.scrub.Scrub;

/**
 * Collects the state of all engines, with a few statements for each library and area. Thread safe.
 */
public final class TapeReport {
  private static final int MOST_QUEUES = 100;

  private final Transactions transactions;
  private final Tape tape;
  private final MigrationDesk migrations;
  private final Buffers buffers;
  private final Scrub scrub;
  private final Alarms alarms;
  private final TokenSource tokens;
  private final RecallQueueTable recalls = new RecallQueueTable();

  /** The tape systems. */
  public record Tape(TapeLibraries libraries, Drives drives) {
    public Tape {
      Objects.requireNonNull(libraries, "libraries");
      Objects.requireNonNull(drives, "drives");
    }
  }

  public TapeReport(
      Transactions transactions,
      Tape tape,
      MigrationDesk migrations,
      Buffers buffers,
      Scrub scrub,
      Alarms alarms,
      TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tape = Objects.requireNonNull(tape, "tape");
    this.migrations = Objects.requireNonNull(migrations, "migrations");
    this.buffers = Objects.requireNonNull(buffers, "buffers");
    this.scrub = Objects.requireNonNull(scrub, "scrub");
    this.alarms = Objects.requireNonNull(alarms, "alarms");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /** As it is now. */
  public TapeStatus now() {
    Instant now = tokens.now();
    return new TapeStatus(
        now,
        migrations.status().stream().map(status -> library(status, now)).toList(),
        buffers.status(),
        scrub.reports(),
        alarms.list());
  }

  /** How many alarms there are. */
  public long alarms() {
    return alarms.count();
  }

  private TapeStatus.Library library(MigrationStatus status, Instant now) {
    String name = status.library();
    return new TapeStatus.Library(
        name,
        tape.libraries().driver(name).kind(),
        tape.drives().of(name).stream().map(drive -> drive(drive, now)).toList(),
        transactions.read(sql -> recalls.queues(sql, name, MOST_QUEUES)),
        status);
  }

  private static TapeStatus.Drive drive(DriveState drive, Instant now) {
    Optional<DriveState.Held> hold = drive.isFree(now) ? Optional.empty() : drive.hold();
    return new TapeStatus.Drive(
        drive.slot(),
        hold.map(held -> held.use().name().toLowerCase(Locale.ROOT)),
        hold.isPresent() ? hold.get().volume() : drive.loaded().map(DriveState.Loaded::volume));
  }
}
