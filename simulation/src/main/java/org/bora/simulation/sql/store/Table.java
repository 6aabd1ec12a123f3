package org.bora.simulation.sql.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bora.simulation.sql.lock.Work;

/** A table: its columns, indexes and rows. */
public final class Table {
  private final String name;
  private final List<Column> columns = new ArrayList<>();
  private final List<Column.Generated> generated = new ArrayList<>();
  private final List<Index> indexes = new ArrayList<>();
  private final List<ForeignKey> parents = new ArrayList<>();
  private final List<ForeignKey> children = new ArrayList<>();

  public Table(String name) {
    this.name = name;
  }

  /**
   * A foreign key with ON DELETE CASCADE.
   *
   * @param column of the child, by position; holds the primary key of the parent
   */
  public record ForeignKey(String name, Table child, int column, Table parent) {}

  public String name() {
    return name;
  }

  public List<Column> columns() {
    return Collections.unmodifiableList(columns);
  }

  public List<Index> indexes() {
    return Collections.unmodifiableList(indexes);
  }

  public List<ForeignKey> parents() {
    return Collections.unmodifiableList(parents);
  }

  public List<ForeignKey> children() {
    return Collections.unmodifiableList(children);
  }

  public Index primary() {
    return indexes.getFirst();
  }

  /** The position of a column; -1 if there is none of this name. */
  public int place(String column) {
    for (int place = 0; place < columns.size(); place++) {
      if (columns.get(place).name().equalsIgnoreCase(column)) {
        return place;
      }
    }
    return -1;
  }

  private int known(String column) {
    int place = place(column);
    if (place < 0) {
      throw new Refusal(
          Refusal.Kind.NO_SUCH_COLUMN, "Unknown column '" + column + "' in '" + name + "'");
    }
    return place;
  }

  /** Adds a column. Existing rows get its default. */
  public void add(Column column) {
    checkThatEmpty();
    columns.add(column);
  }

  public void add(Column.Generated computed) {
    generated.add(computed);
  }

  public void change(Column column) {
    columns.set(known(column.name()), column);
  }

  /** Adds an index. The first one is the primary key. */
  public void addIndex(String named, List<String> of, boolean unique) {
    checkThatEmpty();
    int[] places = of.stream().mapToInt(this::known).toArray();
    int[] primary = indexes.isEmpty() ? new int[0] : primary().columns();
    indexes.add(new Index(named, places, primary, unique));
  }

  /** Drops an existing index other than the primary key. */
  public void dropIndex(String named) {
    checkThatEmpty();
    if (!indexes.subList(1, indexes.size()).removeIf(index -> index.name().equals(named))) {
      throw Refusal.notSimulated("to drop " + named + " of the table " + name);
    }
  }

  public void addParent(String named, String column, Table parent) {
    ForeignKey key = new ForeignKey(named, this, known(column), parent);
    parents.add(key);
    parent.children.add(key);
  }

  /** The schema is made before there are rows; migrations of data are not simulated. */
  private void checkThatEmpty() {
    if (!indexes.isEmpty() && !primary().all().isEmpty()) {
      throw Refusal.notSimulated("a change of the table " + name + ", which has rows");
    }
  }

  /** The row as it is stored, with computed columns. */
  public Object[] stored(Object[] values) {
    Object[] row = new Object[columns.size()];
    for (int place = 0; place < row.length; place++) {
      row[place] = isGenerated(place) ? null : columns.get(place).stored(values[place]);
    }
    for (Column.Generated computed : generated) {
      row[computed.place()] = columns.get(computed.place()).stored(computed.of().apply(row));
    }
    return row;
  }

  private boolean isGenerated(int place) {
    return generated.stream().anyMatch(computed -> computed.place() == place);
  }

  public Row newRow() {
    return new Row(this);
  }

  /** Sets the row's version in its transaction; null deletes it. */
  public void write(Row row, Object[] values, Work writer) {
    replace(row, row.committed, values);
    row.writer = writer;
  }

  /** Commits the row's version in its transaction. */
  public void commit(Row row) {
    replace(row, row.current, row.current);
    row.writer = null;
  }

  /** Undoes all changes that its transaction made to the row. */
  public void rollback(Row row) {
    replace(row, row.committed, row.committed);
    row.writer = null;
  }

  private void replace(Row row, Object[] committed, Object[] current) {
    List<Object[]> before = versions(row.committed, row.current);
    List<Object[]> after = versions(committed, current);
    indexes.forEach(index -> index.replace(row, before, after));
    row.committed = committed;
    row.current = current;
  }

  private static List<Object[]> versions(Object[] committed, Object[] current) {
    return Stream.of(committed, current).filter(Objects::nonNull).distinct().toList();
  }
}
