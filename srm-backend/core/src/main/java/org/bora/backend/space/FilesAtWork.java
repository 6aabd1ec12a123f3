package org.bora.backend.space;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The work of tape engines on files. It is read in a transaction that has locked the rows in
 * stored_file, so a transaction that starts work on one of them, which also locks it, comes before
 * or after.
 */
@FunctionalInterface
public interface FilesAtWork {

  /** No file is at work. */
  FilesAtWork NONE = (sql, files) -> Set.of();

  /** Those of these files that are being recalled or migrated, or wait for it. */
  Set<UUID> among(JdbcClient sql, Collection<UUID> files);

  /** What any of these says. */
  static FilesAtWork any(List<FilesAtWork> engines) {
    List<FilesAtWork> all = List.copyOf(engines);
    return (sql, files) -> {
      Set<UUID> found = new HashSet<>();
      all.forEach(one -> found.addAll(one.among(sql, files)));
      return found;
    };
  }
}
