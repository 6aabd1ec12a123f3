package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bora.simulation.sql.store.Column;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Row;
import org.bora.simulation.sql.store.Table;

/** {@code INSERT} and {@code REPLACE}. */
public final class Insert implements Statement {
  private final String table;
  private final List<String> columns;
  private final Given given;
  private final Clash clash;
  private final List<Assignment> changes;

  /** What to do if another row has the same key. */
  public enum Clash {
    REFUSED,
    IGNORED,
    REPLACES,
    CHANGES
  }

  /** Lists of expressions, or a query; the other is null. */
  public record Given(List<List<Expr>> rows, Query query) {}

  /**
   * Creates the statement.
   *
   * @param columns names; empty for all
   * @param changes to the existing row; empty except for {@link Clash#CHANGES}
   */
  public Insert(
      String table, List<String> columns, Given given, Clash clash, List<Assignment> changes) {
    this.table = table;
    this.columns = List.copyOf(columns);
    this.given = given;
    this.clash = clash;
    this.changes = List.copyOf(changes);
  }

  @Override
  public Outcome run(Run run) {
    Table into = run.tables().named(table);
    int[] places = places(into);
    Frame frame = new Frame(run, null, List.of(Source.of(table, into)));
    RowChanges writes = new RowChanges(run);
    long count = 0;
    for (Object[] values : values(run)) {
      count += insert(into, into.stored(row(into, places, values)), frame, writes);
    }
    return Outcome.of(count);
  }

  private int[] places(Table into) {
    if (columns.isEmpty()) {
      return IntStream.range(0, into.columns().size()).toArray();
    }
    return columns.stream()
        .mapToInt(
            name -> {
              int place = into.place(name);
              if (place < 0) {
                throw Source.unknown(name);
              }
              return place;
            })
        .toArray();
  }

  private List<Object[]> values(Run run) {
    if (given.query() != null) {
      return given.query().run(run, null).rows();
    }
    Frame none = new Frame(run, null, List.of());
    List<Object[]> all = new ArrayList<>();
    for (List<Expr> row : given.rows()) {
      all.add(row.stream().map(value -> value.value(none)).toArray());
    }
    return all;
  }

  private static Object[] row(Table into, int[] places, Object[] values) {
    if (values.length != places.length) {
      throw Refusal.notSimulated(values.length + " values for " + places.length + " columns");
    }
    List<Column> all = into.columns();
    Object[] row = new Object[all.size()];
    for (int place = 0; place < row.length; place++) {
      int at = Arrays.stream(places).boxed().toList().indexOf(place);
      if (at >= 0) {
        row[place] = values[at];
      } else if (all.get(place).mandatory()) {
        throw new Refusal(
            Refusal.Kind.NO_DEFAULT,
            "Field '" + all.get(place).name() + "' doesn't have a default value");
      } else {
        row[place] = all.get(place).byDefault();
      }
    }
    return row;
  }

  /** Returns the number of changed rows, as the driver reports it. */
  private long insert(Table into, Object[] values, Frame frame, RowChanges writes) {
    boolean alone = clash == Clash.REPLACES || clash == Clash.CHANGES;
    Optional<RowChanges.Conflict> conflict = writes.conflict(into, values, null, alone);
    if (conflict.isEmpty()) {
      writes.insert(into, values);
      return 1;
    }
    Row there = conflict.get().row();
    return switch (clash) {
      case REFUSED -> throw RowChanges.duplicate(conflict.get());
      case IGNORED -> 0;
      case REPLACES -> {
        writes.delete(there);
        yield 1 + insert(into, values, frame, writes);
      }
      case CHANGES -> change(there, values, frame, writes);
    };
  }

  private long change(Row there, Object[] offered, Frame frame, RowChanges writes) {
    frame.offered = offered;
    frame.rows[0] = there.current();
    Object[] changed = Assignment.apply(changes, frame, 0, there.table());
    if (Arrays.equals(changed, there.current())) {
      return 1;
    }
    writes.update(there, changed);
    return 2;
  }
}
