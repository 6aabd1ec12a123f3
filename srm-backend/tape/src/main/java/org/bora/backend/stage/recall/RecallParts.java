package org.bora.backend.stage.recall;

import java.util.Objects;
import java.util.concurrent.Executor;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.drive.Drives;

/**
 * The parts of recalls.
 *
 * @param storage books, areas, and the code that frees space in them
 * @param tape systems and their drives
 */
public record RecallParts(
    RecallSettings settings,
    Transactions transactions,
    Storage storage,
    Tape tape,
    Alarms alarms,
    TokenSource tokens) {

  /** The disk side. */
  public record Storage(Locator locator, SpaceBooks books, RoomMaker room) {
    public Storage {
      Objects.requireNonNull(locator, "locator");
      Objects.requireNonNull(books, "books");
      Objects.requireNonNull(room, "room");
    }
  }

  /** The tape side. */
  public record Tape(TapeLibraries libraries, Drives drives) {
    public Tape {
      Objects.requireNonNull(libraries, "libraries");
      Objects.requireNonNull(drives, "drives");
    }
  }

  public RecallParts {
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(transactions, "transactions");
    Objects.requireNonNull(storage, "storage");
    Objects.requireNonNull(tape, "tape");
    Objects.requireNonNull(alarms, "alarms");
    Objects.requireNonNull(tokens, "tokens");
  }

  /** Accepts requests, without forecasts. */
  Recalls recalls() {
    return recalls(Runnable::run);
  }

  /**
   * Accepts requests.
   *
   * @param beside computes forecasts, each of which reads all waiting recalls
   */
  public Recalls recalls(Executor beside) {
    return new Recalls(
        settings, transactions, storage.books(), tape.libraries(), tape.drives(), beside);
  }
}
