package org.bora.backend.stage.migration;

import java.util.Objects;
import java.util.Optional;
import org.bora.backend.stage.StageSettings;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Residences.Pace;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeFile;

/**
 * Reads a file before it is handed to a tape system, and compares it with the checksum that was
 * taken when it was stored: a file damaged on disk must not be written to tape as good.
 */
final class SourceCheck {
  private final StageSettings areas;

  /**
   * @param areas which of them want a SHA-256
   */
  SourceCheck(StageSettings areas) {
    this.areas = areas;
  }

  /** The result of the check. */
  sealed interface Verdict {
    /** The file may be copied; its SHA-256 is known if the area wants one. */
    record Whole(TapeFile file, Optional<String> sha256) implements Verdict {}

    /** The file already has a recorded tape copy; only the database does not know it. */
    record OnTape(TapeCopy copy) implements Verdict {}

    /** The file differs from what was stored, which is permanent. */
    record Spoiled(String text) implements Verdict {}

    /** The file cannot be copied now. */
    record Failed(String text) implements Verdict {}
  }

  /** Looks at a file; takes as long as reading it does. */
  Verdict check(Source source, Pace pace) {
    AreaTree tree = source.area().tree();
    try {
      EntryFacts facts = tree.facts(source.file().path());
      if (!facts.id().equals(Optional.of(source.file().id()))) {
        return new Verdict.Failed("another file has its name on the disk");
      }
      Optional<TapeCopy> noted = facts.certain().residency().tape();
      if (noted.isPresent()) {
        return new Verdict.OnTape(noted.get());
      }
      if (facts.adler32().isEmpty()) {
        return changed();
      }
      tree.residences().verify(source.file().path(), source.file().id(), pace);
      TapeFile file =
          new TapeFile(
              source.file().id(),
              source.name(),
              tree.physicalPath(source.file().path()),
              facts.size(),
              facts.adler32().get(),
              Optional.empty());
      boolean strong = areas.of(source.area().name()).sha256();
      return new Verdict.Whole(
          file, strong ? Optional.of(StrongSum.of(file, pace)) : Optional.empty());
    } catch (StorageException e) {
      return verdict(e);
    }
  }

  private static Verdict verdict(StorageException e) {
    if (e.reason() == Reason.DAMAGED) {
      return new Verdict.Spoiled(
          "its bytes on disk are not those that were stored (the ADLER32 differs). Nothing was"
              + " written to tape. Put the file again from where it came, or remove it");
    }
    return e.reason() == Reason.BUSY
        ? changed()
        : new Verdict.Failed(Objects.requireNonNullElse(e.getMessage(), e.reason().name()));
  }

  private static Verdict changed() {
    return new Verdict.Spoiled(
        "it was changed on disk after srmPutDone, not by Bora, so it may be incomplete. Nothing was written to tape. Put the file again through SRM, or remove it");
  }
}
