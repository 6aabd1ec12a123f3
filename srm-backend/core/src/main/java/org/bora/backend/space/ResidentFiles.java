package org.bora.backend.space;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The files of an area that are on disk, for code that frees space. Thread safe. */
public final class ResidentFiles {
  private final StoredFileTable files = new StoredFileTable();

  /** The position of a walk. */
  public record Cursor(Instant used, UUID id) {
    public static final Cursor START = new Cursor(Instant.EPOCH, new UUID(0, 0));

    public Cursor {
      Objects.requireNonNull(used, "used");
      Objects.requireNonNull(id, "id");
    }

    public static Cursor after(StoredFile file) {
      return new Cursor(file.presence().used(), file.id());
    }
  }

  /**
   * The next files that are on disk and on tape, least recently used first; not locked, and by an
   * index: it costs what it returns.
   */
  public List<StoredFile> onTape(JdbcClient sql, String area, Cursor after, int most) {
    return files.resident(sql, area, true, after, most);
  }

  /** The same of files that are on disk alone. */
  public List<StoredFile> notOnTape(JdbcClient sql, String area, Cursor after, int most) {
    return files.resident(sql, area, false, after, most);
  }

  /** Bytes on disk that are not on tape yet; reads a row for each of the files. */
  public long bytesNotOnTape(JdbcClient sql, String area) {
    return files.residentNotOnTape(sql, area);
  }
}
