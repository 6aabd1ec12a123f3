package org.bora.simulation.sql.store;

import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The tables of the schema. */
public final class Tables {
  private final NavigableMap<String, Table> byName = new TreeMap<>();

  public void add(Table table) {
    if (byName.putIfAbsent(table.name().toLowerCase(Locale.ROOT), table) != null) {
      throw Refusal.notSimulated("a second table " + table.name());
    }
  }

  public Table named(String name) {
    Table table = byName.get(name.toLowerCase(Locale.ROOT));
    if (table == null) {
      throw new Refusal(Refusal.Kind.NO_SUCH_TABLE, "Table '" + name + "' doesn't exist");
    }
    return table;
  }

  public Collection<Table> all() {
    return Collections.unmodifiableCollection(byName.values());
  }
}
