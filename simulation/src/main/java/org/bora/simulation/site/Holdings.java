package org.bora.simulation.site;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bora.backend.database.Rows;
import org.bora.simulation.sql.SimulatedDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;

/** I21, I22: checks between two steps that no client exceeds its limit or its quota. */
final class Holdings {
  private final JdbcClient sql;
  private final Report report;
  private final boolean limited;

  /** Contradictions that were reported already. */
  private final Set<String> told = new HashSet<>();

  Holdings(SimulatedDatabase database, Report report, Conditions conditions) {
    this.sql = JdbcClient.create(database.connect(Watch.PROCESS));
    this.report = report;
    this.limited = conditions.limited();
  }

  /** What one client has. */
  private static final class Held {
    private int open;
    private int files;
    private long bytes;

    private void put(long promised) {
      open++;
      file(promised);
    }

    private void file(long size) {
      files++;
      bytes += size;
    }

    private boolean isOverQuota() {
      return files > Conditions.FILES || bytes > Conditions.BYTES;
    }

    @Override
    public String toString() {
      return "%d open puts, and with them %d files with %d bytes".formatted(open, files, bytes);
    }
  }

  void look() {
    if (!limited) {
      return;
    }
    held()
        .forEach(
            (dn, held) -> {
              if (held.open > Conditions.OPEN_PUTS) {
                wrong("I21", dn, held);
              }
              if (isOfAClient(dn) && held.isOverQuota()) {
                wrong("I22", dn, held);
              }
            });
  }

  /** Entries of a rebuild belong to no client: their owner is unknown. */
  private static boolean isOfAClient(String owner) {
    return owner.startsWith("/");
  }

  private void wrong(String promise, String dn, Held held) {
    if (told.add(promise + dn)) {
      report.wrong(promise, dn + " has " + held);
    }
  }

  private Map<String, Held> held() {
    Map<String, Held> held = new TreeMap<>();
    sql.sql(
            "SELECT r.owner_dn, p.promised FROM put_file p JOIN request r ON r.id = p.request_id"
                + " WHERE p.state = 'SPACE_AVAILABLE' AND p.area = ?")
        .param(Areas.DISK)
        .query(
            row -> {
              of(held, row.getBytes(1)).put(row.getLong(2));
            });
    sql.sql("SELECT owner, size FROM stored_file WHERE area = ?")
        .param(Areas.DISK)
        .query(
            row -> {
              of(held, row.getBytes(1)).file(row.getLong(2));
            });
    return held;
  }

  private static Held of(Map<String, Held> held, byte[] dn) {
    return held.computeIfAbsent(Rows.text(dn), none -> new Held());
  }
}
