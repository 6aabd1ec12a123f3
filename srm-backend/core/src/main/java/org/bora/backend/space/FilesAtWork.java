package org.bora.backend.space;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What engines between disk and tape do with files: asked in a transaction that has locked their
 * rows in stored_file, so that a transaction that begins something with one of them, and locks it
 * too, comes before or after.
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
