package org.bora.server.wire;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.bora.backend.database.Database;
import org.bora.backend.database.SharedClock;
import org.bora.backend.database.TimeTable;
import org.bora.backend.database.Transactions;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.server.config.Configuration;
import org.bora.server.service.NotifySocket;
import org.bora.storm.report.Findings;
import org.bora.storm.state.StormState;
import org.bora.storm.state.Takeover;

/** Opens areas and database as a backend does, and imports the live entries of StoRM's database. */
public final class StormTakeover {
  private static final Duration DATABASE_PATIENCE = Duration.ofSeconds(10);

  private StormTakeover() {}

  /**
   * Blocks until it is done.
   *
   * @return why it stopped early, if it did
   * @param steps get the progress
   * @param findings get what was taken over and what was not
   * @throws StartFailure if an area or the database cannot be opened
   */
  public static Optional<String> run(
      Configuration configuration,
      StormState state,
      Findings findings,
      Consumer<String> progress,
      Takeover.Steps steps)
      throws IOException, InterruptedException, StartFailure {
    if (configuration.backend().database().embedded()) {
      throw new StartFailure(
          "database.embedded is for `bora up` only; say database.url and database.user");
    }
    Secrecy.check(configuration);
    try (Running running = new Running()) {
      Areas areas = Areas.open(configuration.endpoint(), configuration.areas(), running);
      Database database =
          running.add(
              "database connections",
              new Databases(progress, NotifySocket.nobody())
                  .open(configuration.backend().database().resolved(), DATABASE_PATIENCE));
      SecureRandom random = new SecureRandom();
      Transactions transactions = new Transactions(database, Thread::sleep, random);
      // that of the database: by it backends will let end what is entered here
      TimeTable time = new TimeTable();
      Clock clock =
          new SharedClock(() -> transactions.read(time::now), Clock.systemUTC(), System::nanoTime);
      SpaceBooks books =
          new SpaceBooks(
              new SpaceSettings(configuration.backend().spaceShares(), areas.spaces()),
              areas.locator(),
              clock,
              random);
      return new Takeover(transactions, areas.locator(), books, clock, findings, steps).run(state);
    }
  }
}
