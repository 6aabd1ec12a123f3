package org.bora.backend.pin;

import java.util.List;
import java.util.function.Predicate;
import org.bora.backend.database.Rows;
import org.bora.storage.spi.AreaPath;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table {@code name_move}, for code that finds a file missing. A rename is announced there
 * before it moves the file, and its row changes in the commit that takes the pins along.
 */
final class MovingNameTable {

  private record Move(AreaPath from, boolean directory) {
    boolean takes(AreaPath path) {
      return directory ? path.isWithin(from) : path.equals(from);
    }
  }

  /** Which names of an area are being renamed, or may be by a backend that hangs. Not locked. */
  Predicate<AreaPath> moving(JdbcClient sql, String area) {
    List<Move> moves =
        sql.sql(
                "SELECT m.from_path, m.directory FROM name_move m WHERE m.area = ?"
                    + " AND m.state IN ('RUNNING', 'LOOSE')")
            .param(area)
            .query(
                (row, number) ->
                    new Move(
                        AreaPath.parse(Rows.text(row.getBytes("from_path"))),
                        row.getBoolean("directory")))
            .list();
    return path -> moves.stream().anyMatch(move -> move.takes(path));
  }
}
