package org.bora.storm.state;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.OwnSpaces;
import org.bora.backend.space.SpaceBooks;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.state.StormState.Leftovers;

/**
 * Takes reservations and pins over from StoRM's database into Bora's; clients keep their tokens. A
 * repetition leaves what was taken over before as it is now. A row that cannot be taken over is
 * reported and skipped.
 */
public final class Takeover {
  private static final String DATABASE = "StoRM's database";

  private final Transactions transactions;
  private final Locator locator;
  private final OwnSpaces ownSpaces;
  private final SpaceTakeover spaces;
  private final RequestTakeover requests;
  private final Clock clock;
  private final Findings findings;
  private final Steps steps;

  /** Receives the progress. */
  public interface Steps {
    /**
     * A row was taken over or skipped.
     *
     * @param done number so far
     * @param all total number, at least one
     */
    void done(long done, long all);
  }

  public Takeover(
      Transactions transactions,
      Locator locator,
      SpaceBooks books,
      Clock clock,
      Findings findings,
      Steps steps) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.ownSpaces = new OwnSpaces(books.settings());
    this.clock = Objects.requireNonNull(clock, "clock");
    this.findings = Objects.requireNonNull(findings, "findings");
    this.steps = Objects.requireNonNull(steps, "steps");
    this.spaces = new SpaceTakeover(transactions, locator, books, findings);
    this.requests = new RequestTakeover(transactions, locator, findings);
  }

  /**
   * Takes over what is possible; the findings list what was taken over and what was not.
   *
   * @return why it stopped early, if it did
   */
  public Optional<String> run(StormState state) {
    try {
      takeOver(state, clock.instant());
      return Optional.empty();
    } catch (RuntimeException failure) {
      if (!(failure instanceof BackendFailure) && sqlCause(failure).isEmpty()) {
        throw failure;
      }
      long done = findings.all().stream().filter(one -> one.spot().file().equals(DATABASE)).count();
      return Optional.of(
          "the database failed ("
              + reason(failure)
              + "): stopped after "
              + done
              + " reservations and requests, which stay; run it again");
    }
  }

  private static Optional<SQLException> sqlCause(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(SQLException.class::cast)
        .findFirst();
  }

  private static String reason(Throwable failure) {
    String message = sqlCause(failure).map(Throwable::getMessage).orElse(failure.getMessage());
    return String.valueOf(message).lines().findFirst().orElse("no reason given");
  }

  private void takeOver(StormState state, Instant now) {
    for (StorageArea area : locator.areas()) {
      transactions.run(
          sql -> {
            ownSpaces.open(sql, area, now);
            return area;
          });
    }
    long all = (long) state.spaces().size() + state.requests().size();
    long done = 0;
    for (StormSpace space : state.spaces()) {
      orTold(SpaceTakeover.place(space), () -> spaces.enter(space, now));
      steps.done(++done, all);
    }
    for (StormRequest request : state.requests()) {
      orTold(RequestTakeover.place(request), () -> requests.enter(request, now));
      steps.done(++done, all);
    }
    tell(state.left());
  }

  /** One row that is too long, or makes no sense, does not keep back the others. */
  private void orTold(Spot place, Runnable entering) {
    try {
      entering.run();
    } catch (RuntimeException refused) {
      if (!isOfItself(refused)) {
        throw refused;
      }
      findings.dropped(place, "", "it cannot be entered: " + reason(refused));
    }
  }

  /** Whether the row is at fault: its content is invalid, or does not fit a column. */
  private static boolean isOfItself(RuntimeException refused) {
    return refused instanceof IllegalArgumentException
        || sqlCause(refused)
            .map(SQLException::getSQLState)
            .filter(state -> state.startsWith("22") || state.startsWith("23"))
            .isPresent();
  }

  static Spot place(String key) {
    return new Spot(DATABASE, 0, key);
  }

  private void tell(Leftovers left) {
    stays(
        "status_Put",
        left.puts(),
        "files being written: let them finish before StoRM is stopped,"
            + " or their clients put them again; what was begun lies under its final name");
    stays("request_queue", left.queued(), "requests that wait: their clients ask again");
    stays("tape_recall", left.recalls(), "recalls: who wants the files asks Bora for them");
    stays(
        "volatile",
        left.volatiles(),
        "files with a lifetime, which StoRM would have removed:"
            + " Bora keeps them until a user removes them");
    stays(
        "jit",
        left.entries(),
        "entries of access control lists that StoRM would have taken away:"
            + " they stay; getfacl shows them, setfacl -x takes them away");
  }

  private void stays(String table, long count, String what) {
    if (count > 0) {
      findings.dropped(place(table), Long.toString(count), what);
    }
  }
}
