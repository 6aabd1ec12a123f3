package org.bora.server.wire;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.db.Schema;
import org.bora.server.check.DatabaseLook;
import org.bora.server.check.MachineFinding;
import org.bora.server.log.Logging;
import org.bora.server.service.LongStart;
import org.bora.server.service.NotifySocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the database of the settings: waits for it, checks its version, and migrates its schema.
 */
final class Databases {
  private static final Logger LOG = LoggerFactory.getLogger(Databases.class);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  /** A server that only just starts is no news. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  /** A server that has just been made may not know its users yet. */
  private static final Duration MAKING = Duration.ofSeconds(3);

  private static final String MIGRATING = "bringing the database schema up to date";
  private static final String MIGRATED = "the database schema is up to date";

  /** Flyway holds two while the turn is waited for, which is looked after on a third. */
  private static final int MIGRATION_CONNECTIONS = 4;

  private static final Duration MIGRATION = Duration.ofMinutes(10);

  private final Consumer<String> progress;
  private final NotifySocket manager;
  private final Function<DatabaseSettings, List<MachineFinding>> look;
  private String told = "";
  private String detail = "";

  /**
   * Has no effect yet.
   *
   * @param progress gets a sentence before each long step
   * @param manager gets requests for more time while the schema is migrated
   */
  Databases(Consumer<String> progress, NotifySocket manager) {
    this(progress, manager, DatabaseLook::at);
  }

  /**
   * The same.
   *
   * @param look what does not fit of the servers, once one of them serves
   */
  Databases(
      Consumer<String> progress,
      NotifySocket manager,
      Function<DatabaseSettings, List<MachineFinding>> look) {
    this.progress = progress;
    this.manager = manager;
    this.look = look;
  }

  /** Waits for the server, checks it, migrates the schema and opens the pools. */
  Database open(DatabaseSettings settings, Duration patience)
      throws IOException, InterruptedException, StartFailure {
    await(settings, patience);
    StartCheck.require(look.apply(settings));
    DatabaseSettings patient = migrating(settings);
    try {
      try (Database migrating = new Database(patient);
          LongStart start = LongStart.begin(manager, MIGRATING, patient.statementTimeout())) {
        Schema.Outcome outcome =
            new Schema(migrating.reads())
                .migrate(
                    step -> {
                      tell(step);
                      start.step(step.text());
                    });
        start.done(MIGRATED);
        outcome.created().ifPresent(version -> tell("database schema created, version " + version));
      }
      return new Database(settings);
    } catch (RuntimeException e) {
      throw new StartFailure(
          "the database schema cannot be brought up to date: "
              + e.getMessage()
              + System.lineSeparator()
              + "the way out: docs/operate/upgrade.md, \"When the schema cannot be brought up to date\"");
    }
  }

  /**
   * With as many connections as a migration needs, regardless of the site's setting, and with
   * enough time to change a table, because an abandoned statement continues in the server.
   */
  private static DatabaseSettings migrating(DatabaseSettings settings) {
    Duration usual = settings.statementTimeout();
    return new DatabaseSettings(
        settings.url(),
        settings.user(),
        settings.password(),
        MIGRATION_CONNECTIONS,
        1,
        settings.connectTimeout(),
        usual.compareTo(MIGRATION) < 0 ? MIGRATION : usual);
  }

  private void await(DatabaseSettings settings, Duration patience)
      throws InterruptedException, StartFailure {
    long began = System.nanoTime();
    while (true) {
      DatabaseLook refusal;
      try (Connection _ = Database.connect(settings)) {
        return;
      } catch (SQLException notYet) {
        refusal = DatabaseLook.of(settings, notYet);
      }
      Duration waited = Duration.ofNanos(System.nanoTime() - began);
      if (waited.compareTo(refusal.hopeless() ? MAKING : patience) > 0) {
        throw new StartFailure(refusal.finding().toString());
      }
      if (waited.compareTo(SILENCE) > 0) {
        tell("waiting for the database: " + refusal.finding().text());
      }
      Thread.sleep(BETWEEN_TRIES);
    }
  }

  /** The many migrations of a new database are details for the log file. */
  private void tell(Schema.Step step) {
    if (!step.creating()) {
      tell(step.text());
    } else if (!step.text().equals(detail)) {
      detail = step.text();
      LOG.info(Logging.FILE_ONLY, "{}", detail);
    }
  }

  /** What was told last is no news. */
  private void tell(String text) {
    if (!text.equals(told)) {
      told = text;
      progress.accept(text);
    }
  }
}
