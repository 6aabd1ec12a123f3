package org.bora.db;

import java.util.Objects;
import java.util.function.Consumer;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/** Tells before each statement of a migration of which it is. */
final class EachStatement implements Callback {
  private final Consumer<String> steps;

  EachStatement(Consumer<String> steps) {
    this.steps = Objects.requireNonNull(steps, "steps");
  }

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.BEFORE_EACH_MIGRATE || event == Event.BEFORE_EACH_MIGRATE_STATEMENT;
  }

  @Override
  public boolean canHandleInTransaction(Event event, Context context) {
    return true;
  }

  @Override
  public String getCallbackName() {
    return "each statement";
  }

  @Override
  public void handle(Event event, Context context) {
    MigrationInfo migration = context.getMigrationInfo();
    steps.accept(
        "bringing the database schema up to date: version %s, %s"
            .formatted(migration.getVersion(), migration.getDescription()));
  }
}
