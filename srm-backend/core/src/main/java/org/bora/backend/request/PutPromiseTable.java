package org.bora.backend.request;

import static org.bora.backend.database.Rows.repeat;

import java.util.ArrayList;
import java.util.List;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The bytes that files in the table {@code put_file} hold of their spaces while they are written.
 */
public final class PutPromiseTable {

  /** Stores what these files hold from now on, whose rows are locked; one statement. */
  public void set(JdbcClient sql, List<AcceptedPut> rows) {
    for (List<AcceptedPut> part : Rows.parts(rows)) {
      List<byte[]> ids = part.stream().map(row -> Rows.bytes(row.id())).toList();
      List<Object> values = new ArrayList<>();
      for (int at = 0; at < ids.size(); at++) {
        values.add(ids.get(at));
        values.add(part.get(at).writing().terms().promise().orElseThrow().bytes());
      }
      values.addAll(ids);
      sql.sql(
              "UPDATE put_file SET promised = CASE upload_id"
                  + " WHEN ? THEN ?".repeat(ids.size())
                  + " END WHERE upload_id IN ("
                  + repeat("?", ids.size())
                  + ")")
          .params(values)
          .update();
    }
  }
}
