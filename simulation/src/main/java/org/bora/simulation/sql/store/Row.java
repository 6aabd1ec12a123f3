package org.bora.simulation.sql.store;

import java.util.Optional;
import org.bora.simulation.sql.lock.RowLock;
import org.bora.simulation.sql.lock.Work;

/**
 * A row: what was committed, and what the one transaction that may have changed it since made of
 * it. Both are the same if none has.
 */
public final class Row {
  private final Table table;
  private final RowLock lock = new RowLock();

  /** Null where it was not committed yet. Never changed, only replaced. */
  Object[] committed;

  /** Null where it is deleted. Never changed, only replaced. */
  Object[] current;

  /** Who changed it and has not committed; null where nobody has. */
  Work writer;

  Row(Table table) {
    this.table = table;
  }

  public Table table() {
    return table;
  }

  public RowLock lock() {
    return lock;
  }

  public Object[] current() {
    return current;
  }

  public Object[] committed() {
    return committed;
  }

  /** What becomes of it with the commit; empty where it stays as it is. */
  @SuppressWarnings("ReferenceEquality") // each write makes a new array
  public Optional<Changes.Change> change() {
    return committed == current
        ? Optional.empty()
        : Optional.of(new Changes.Change(table.name(), version(committed), version(current)));
  }

  private Optional<Version> version(Object[] values) {
    return Optional.ofNullable(values).map(some -> new Version(table, some));
  }

  /** Whether another transaction has changed it and has not ended. */
  public boolean isChangedByOther(Work work) {
    return writer != null && writer != work;
  }

  public boolean isWrittenBy(Work work) {
    return writer == work;
  }

  /** What READ COMMITTED shows; null where it shows no row. */
  public Object[] visibleTo(Work work) {
    return isChangedByOther(work) ? committed : current;
  }
}
