package org.bora.backend.pin;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.locate.StorageArea;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The recall of files from tape, for code that needs them on disk. Thread safe. {@link #used} and
 * {@link #ask} run in the transaction that enters the pins, before these are entered: a release and
 * a recall lock the row of the file and then look for pins.
 */
public interface Staging {

  /** Notes that these files are used. Returns those of them that have left the disk already. */
  Set<UUID> used(JdbcClient sql, Collection<UUID> files, Instant now);

  /**
   * Requests recalls for the pins that are being inserted. A file has one recall for all its
   * callers; a file without a waiting pin is not recalled. Idempotent.
   *
   * @return the files that a batch is reading. Their recalls are locked until the end of the
   *     transaction, so no batch takes or leaves one meanwhile
   */
  Set<UUID> ask(JdbcClient sql, List<Wish> wishes, Instant now);

  /** Bytes that one caller may keep in the buffer of an area by pins that hold. */
  default long allowance(StorageArea area) {
    return Long.MAX_VALUE;
  }

  /** The expected end of the recalls of these files; without files that have no recall. */
  Map<UUID, Instant> expected(Collection<UUID> files, Instant now);

  /**
   * A request of a caller for one file.
   *
   * @param asker on whose share it counts
   * @param deadline when the caller gives up
   */
  record Wish(Staged file, Asker asker, Instant deadline) {
    public Wish {
      Objects.requireNonNull(file, "file");
      Objects.requireNonNull(asker, "asker");
      Objects.requireNonNull(deadline, "deadline");
    }
  }
}
