package org.bora.simulation.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bora.simulation.sql.parse.StatementReader;
import org.bora.simulation.sql.query.Statement;

/** Parsed statements. A text is parsed only once while it is in use. */
final class StatementCache {
  private static final int MOST = 5_000;

  private final Map<String, List<Statement>> read = new Recent();

  /** The most recently used statements. */
  private static final class Recent extends LinkedHashMap<String, List<Statement>> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(256, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, List<Statement>> eldest) {
      return size() > MOST;
    }
  }

  /** For the thread inside the gate. */
  List<Statement> read(String sql) {
    List<Statement> known = read.get(sql);
    if (known == null) {
      known = StatementReader.read(sql);
      read.put(sql, known);
    }
    return known;
  }
}
