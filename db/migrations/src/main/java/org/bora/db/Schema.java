package org.bora.db;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;

/**
 * Brings a database to the schema this release needs. Forward only. Any number of backends may do
 * so at once, on any nodes of a cluster: they wait for each other ({@link MigrationTurn}).
 */
public final class Schema {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int TRIES = 3;

  private final DataSource database;
  private final Duration lease;

  /**
   * @param database a MySQL 8.4+ or MariaDB 10.11+ schema in which the account may create tables;
   *     three connections at once are needed
   */
  public Schema(DataSource database) {
    this(database, LEASE);
  }

  /**
   * The same.
   *
   * @param lease how long a backend that was killed while it migrated is waited for
   */
  public Schema(DataSource database, Duration lease) {
    this.database = Objects.requireNonNull(database, "database");
    this.lease = Objects.requireNonNull(lease, "lease");
  }

  /**
   * Something that is done.
   *
   * @param creating whether there was nothing of Bora's in the schema: a part of one quick step
   */
  public record Step(boolean creating, String text) {
    public Step {
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * What was done.
   *
   * @param applied how many migrations
   * @param created the version of a schema that was empty before; absent where it was not
   */
  public record Outcome(int applied, Optional<String> created) {
    public Outcome {
      Objects.requireNonNull(created, "created");
    }
  }

  /** The same without a report of its steps; returns how many migrations were applied. */
  public int migrate() {
    return migrate(_ -> {}).applied();
  }

  /**
   * Applies missing migrations; without effect if there are none.
   *
   * @param steps hears what is done before each statement of a migration, and while another backend
   *     is waited for, five times a second as long as the database answers: who hears nothing for
   *     longer than a statement may take need not expect that it goes on
   * @throws FlywayException if a migration failed or was interrupted, if tables of an earlier one
   *     were changed by hand, or if the database cannot be reached
   */
  public Outcome migrate(Consumer<Step> steps) {
    Objects.requireNonNull(steps, "steps");
    Flyway flyway = configuration().load();
    MigrationInfoService found = flyway.info();
    if (found.pending().length == 0) {
      flyway.migrate(); // looks whether all is as it was
      return new Outcome(0, Optional.empty());
    }
    boolean unknown = found.current() == null;
    Consumer<String> told = text -> steps.accept(new Step(unknown, text));
    for (int left = TRIES; ; left--) {
      try (MigrationTurn turn =
          new MigrationTurn(new GuardTable(database), UUID.randomUUID().toString(), lease, told)) {
        try {
          MigrateResult done =
              configuration().callbacks(turn, new EachStatement(told)).load().migrate();
          boolean created = unknown && done.migrationsExecuted > 0;
          return new Outcome(
              done.migrationsExecuted,
              created ? Optional.of(done.targetSchemaVersion) : Optional.empty());
        } catch (FlywayException e) {
          // another may have made the first table between two looks of Flyway
          if (turn.wasTaken() || !unknown || left == 1) {
            throw e;
          }
        }
      }
      pause();
    }
  }

  private FluentConfiguration configuration() {
    return Flyway.configure(Schema.class.getClassLoader())
        .dataSource(database)
        .locations("classpath:db/migration");
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlywayException("interrupted", e);
    }
  }
}
