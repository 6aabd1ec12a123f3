package org.bora.backend.ledger;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.put.PartsDirectory;
import org.bora.backend.database.Dialogue;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.Locator;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.TapeCopy;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The books of space report to it, in their transactions, every file that is entered or removed. So
 * the files that must go to tape are known as surely as the files themselves. Files of areas
 * without a tape library cost no statement. Idempotent; the rows in stored_file exist and are
 * locked. Thread safe.
 */
public final class TapeLedger {
  private final Locator locator;
  private final MigrationTable migrations = new MigrationTable();
  private final TapeCopyTable copies = new TapeCopyTable();
  private final RemovalTable removals = new RemovalTable();

  public TapeLedger(Locator locator) {
    this.locator = Objects.requireNonNull(locator, "locator");
  }

  /**
   * Whether a file is to be on tape at all. Parts of an upload are not, nor is its record: they go
   * when their file is whole, and are read for it without a wait for a tape until then.
   */
  public static boolean isWanted(AreaPath path) {
    return !PartsDirectory.isOfUpload(path.name())
        || path.parent().filter(above -> PartsDirectory.isName(above.name())).isEmpty();
  }

  /**
   * Files were stored that are to be on tape; where their area has a library they wait for it now.
   * One statement each.
   */
  public void entered(Dialogue dialogue, Map<String, ? extends Collection<UUID>> filesOfAreas) {
    filesOfAreas.forEach(
        (area, files) ->
            locator
                .area(area)
                .flatMap(found -> found.keeping().library())
                .ifPresent(library -> migrations.enter(dialogue.ask(), library, files)));
  }

  /**
   * Removes files from the books. Their tape copies are removed after a grace period.
   *
   * @param held true if no caller has requested it because the files are just missing. Their tape
   *     copies then stay until an administrator decides
   */
  public void left(
      JdbcClient sql, Map<String, ? extends Collection<UUID>> filesOfAreas, boolean held) {
    filesOfAreas.forEach(
        (area, files) -> {
          if (isOnTape(area)) {
            migrations.leave(sql, files);
            removals.note(sql, files, held);
            copies.delete(sql, files);
          }
        });
  }

  /**
   * Files in the books are on tape: they wait for nothing any more, and nothing that was noted of
   * this copy before, when its file seemed to be gone, counts.
   */
  public void copied(JdbcClient sql, Map<UUID, TapeCopy> copiesOfFiles) {
    copies.insert(sql, copiesOfFiles);
    migrations.delete(sql, copiesOfFiles.keySet());
    removals.withdraw(sql, copiesOfFiles);
  }

  /**
   * Whether files of an area may have copies on tape. One that is no longer configured may have had
   * a library.
   */
  public boolean isOnTape(String area) {
    Optional<Keeping> keeping = locator.area(area).map(found -> found.keeping());
    return keeping.isEmpty() || keeping.get().library().isPresent();
  }
}
