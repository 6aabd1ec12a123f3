package org.bora.backend.stage.migration;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.drive.Drives;

/** The parts that migration uses. */
public record MigrationGround(
    Transactions transactions,
    Locator locator,
    SpaceBooks books,
    TapeLibraries libraries,
    Drives drives,
    Alarms alarms,
    TokenSource tokens) {

  public MigrationGround {
    Objects.requireNonNull(transactions, "transactions");
    Objects.requireNonNull(locator, "locator");
    Objects.requireNonNull(books, "books");
    Objects.requireNonNull(libraries, "libraries");
    Objects.requireNonNull(drives, "drives");
    Objects.requireNonNull(alarms, "alarms");
    Objects.requireNonNull(tokens, "tokens");
  }

  /** Between two renewals of what a batch holds, so that both its leases outlast three of them. */
  Duration renewal(MigrationSettings settings) {
    Duration drive = drives.lease().dividedBy(3);
    return drive.compareTo(settings.check()) < 0 ? drive : settings.check();
  }

  /** The areas whose files go to this library. */
  List<StorageArea> areasOf(String library) {
    return locator.areas().stream()
        .filter(area -> area.keeping().library().equals(Optional.of(library)))
        .toList();
  }
}
