package org.bora.simulation.sql.store;

import java.util.Optional;
import org.bora.simulation.sql.lock.RowLock;
import org.bora.simulation.sql.lock.Work;

/**
 * A row: its committed version, and the version of the one transaction that may have changed it
 * since. Both are the same if there is no such transaction.
 */
public final class Row {
  private final Table table;
  private final RowLock lock = new RowLock();

  /** Null if the row was not committed yet. Never changed, only replaced. */
  Object[] committed;

  /** Null if the row is deleted. Never changed, only replaced. */
  Object[] current;

  /** The open transaction that has changed the row; null if there is none. */
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

  /** The change that a commit would make; empty if the row stays as it is. */
  @SuppressWarnings("ReferenceEquality") // each write makes a new array
  public Optional<Changes.Change> change() {
    return committed == current
        ? Optional.empty()
        : Optional.of(new Changes.Change(table.name(), version(committed), version(current)));
  }

  private Optional<Version> version(Object[] values) {
    return Optional.ofNullable(values).map(some -> new Version(table, some));
  }

  /** Whether another open transaction has changed the row. */
  public boolean isChangedByOther(Work work) {
    return writer != null && writer != work;
  }

  public boolean isWrittenBy(Work work) {
    return writer == work;
  }

  /** The version that READ COMMITTED shows; null if it shows none. */
  public Object[] visibleTo(Work work) {
    return isChangedByOther(work) ? committed : current;
  }
}
