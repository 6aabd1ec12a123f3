package org.bora.backend.pin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Detects files that claim the identity of another file. The owner of a file may give it any
 * identifier. Unless Bora has sealed it, the identifier counts only if the books have it under the
 * name of the file. Otherwise the file is treated as one that never went through Bora: it can be
 * read if it is on disk, but not recalled. Without this check, a pin or recall of one file could
 * act on another.
 */
final class CertainFiles {
  private final StoredFiles files = new StoredFiles();

  /** The same files; no statement where all identifiers are certain. */
  List<PinEntry.Looked> of(JdbcClient sql, List<PinEntry.Looked> looked) {
    Map<UUID, StoredFile> rows = rows(sql, looked.stream().map(PinEntry.Looked::seen));
    return looked.stream().map(file -> file.as(certain(file.seen(), rows))).toList();
  }

  /** The same of one look. */
  FileLook.Seen of(JdbcClient sql, FileLook.Seen seen) {
    return certain(seen, rows(sql, Stream.of(seen)));
  }

  private Map<UUID, StoredFile> rows(JdbcClient sql, Stream<FileLook.Seen> seen) {
    List<UUID> doubtful =
        seen.flatMap(one -> one.staged().stream())
            .filter(staged -> !staged.certain())
            .map(Staged::file)
            .distinct()
            .toList();
    Map<UUID, StoredFile> rows = new HashMap<>();
    if (!doubtful.isEmpty()) {
      files.find(sql, doubtful).forEach(row -> rows.put(row.id(), row));
    }
    return rows;
  }

  private static FileLook.Seen certain(FileLook.Seen seen, Map<UUID, StoredFile> rows) {
    Optional<Staged> staged = seen.staged();
    if (staged.isEmpty() || isCertain(staged.get(), rows.get(staged.get().file()))) {
      return seen;
    }
    return seen.isOnTapeAlone()
        ? FileLook.Seen.refused(seen.key(), FileLook.unavailable())
        : seen.unstaged();
  }

  private static boolean isCertain(Staged staged, StoredFile row) {
    return staged.certain()
        || (row != null
            && row.area().equals(staged.place().area().name())
            && row.path().equals(staged.place().path()));
  }
}
