package org.bora.backend.space;

import java.util.List;
import org.bora.backend.database.Rows;
import org.bora.storage.spi.AreaPath;

/** Changes the paths of everything at or below a renamed path. */
public final class MovedPaths {
  private MovedPaths() {}

  /**
   * Parameters of {@code SET path = CONCAT(?, SUBSTRING(path, ?)) WHERE area = ? AND (path = ? OR
   * (path >= ? AND path < ?)) AND OCTET_LENGTH(path) <= ?}: what would become too long for the
   * column stays.
   */
  public static List<Object> parameters(String area, AreaPath from, AreaPath to) {
    byte[] old = Rows.bytes(from.toString());
    byte[] fresh = Rows.bytes(to.toString());
    return List.of(
        fresh,
        old.length + 1,
        area,
        old,
        Rows.bytes(from + "/"),
        Rows.bytes(from + "0"), // the character after '/': a range of the index
        AreaPath.MAX_PATH_BYTES - Math.max(0, fresh.length - old.length));
  }
}
