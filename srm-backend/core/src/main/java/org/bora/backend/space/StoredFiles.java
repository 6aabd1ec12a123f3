package org.bora.backend.space;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The lives of the files in the books. Every method runs in the caller's transaction; what is read
 * is locked until it ends, unless a method says otherwise.
 */
public final class StoredFiles {
  private final StoredFileTable files = new StoredFileTable();
  private final MissedFileTable missed = new MissedFileTable();

  /** The position of a walk through ended files. */
  public record Cursor(Instant ends, UUID id) {
    public static final Cursor START = new Cursor(Instant.EPOCH, new UUID(0, 0));

    public Cursor {
      Objects.requireNonNull(ends, "ends");
      Objects.requireNonNull(id, "id");
    }

    /** After this file, which has an end. */
    public static Cursor after(StoredFile file) {
      return new Cursor(file.ends().orElseThrow(), file.id());
    }
  }

  /** Files whose lives are over, but for those that {@link #told} was said of. */
  public List<StoredFile> takeEnded(JdbcClient sql, Instant now, Cursor after, int most) {
    return files.takeEnded(sql, now, after, most);
  }

  /** The administrator knows that these have ended; they are not taken again. */
  public void told(JdbcClient sql, List<UUID> ids) {
    files.setTold(sql, ids);
  }

  /** These files, in the order of their identifiers; without those that are gone. */
  public List<StoredFile> lock(JdbcClient sql, Collection<UUID> ids) {
    return files.lock(sql, ids);
  }

  /** The same, not locked. */
  public List<StoredFile> find(JdbcClient sql, Collection<UUID> ids) {
    return files.find(sql, ids);
  }

  /** Those of these files that a rename in progress may have carried off; not locked. */
  public Set<UUID> moving(JdbcClient sql, Collection<UUID> ids) {
    return missed.moving(sql, ids);
  }

  /** What the books have under a name; usually one file. */
  public List<StoredFile> lockAt(JdbcClient sql, String area, AreaPath path) {
    return files.lockAt(sql, area, List.of(path));
  }

  /** Some of what the books have below a directory; not locked. */
  public List<StoredFile> below(JdbcClient sql, String area, AreaPath directory, int most) {
    return files.below(sql, area, directory, most);
  }

  /** What the books have under a name; not locked. */
  public List<StoredFile> at(JdbcClient sql, String area, AreaPath path) {
    return files.at(sql, area, path);
  }

  /**
   * The identifier of a file as far as it is certain: Bora has sealed it on the file, or the books
   * have it under this very name. What a file says otherwise is a wish of its owner, who may have
   * copied it from another file. Not locked; no statement for a file that is sealed or has none.
   */
  public Optional<UUID> identity(JdbcClient sql, String area, AreaPath path, EntryFacts facts) {
    Optional<UUID> certain = facts.certain().id();
    return certain.isPresent() || facts.id().isEmpty()
        ? certain
        : facts
            .id()
            .filter(said -> at(sql, area, path).stream().anyMatch(row -> row.id().equals(said)));
  }

  /** Some files of an area after one of them, in the order of their identifiers; not locked. */
  public List<StoredFile> inArea(JdbcClient sql, String area, UUID last, int most) {
    return files.inArea(sql, area, last, most);
  }

  public Optional<StoredFile> lock(JdbcClient sql, UUID id) {
    return files.lock(sql, List.of(id)).stream().findFirst();
  }

  /**
   * Gives a file another end.
   *
   * @return the life it has now from the beginning, in seconds
   */
  public int extend(JdbcClient sql, StoredFile file, Instant ends) {
    int seconds =
        (int) Math.min(Integer.MAX_VALUE, Duration.between(file.stored(), ends).toSeconds());
    files.setEnd(sql, file.id(), seconds, ends);
    return seconds;
  }
}
