package org.bora.files;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.damage.DamageReport;
import org.bora.api.word.LogText;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.turn.NoTurn;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the bytes of a copied file with the checksum from its upload: a copy of damaged bytes
 * must not get a valid checksum of its own.
 *
 * @param engine receives reports of damaged files
 * @param door the name of the copying door
 */
public record StoredSum(Engine engine, String door) {
  private static final Logger LOG = LoggerFactory.getLogger(StoredSum.class);

  public StoredSum {
    Objects.requireNonNull(engine, "engine");
    Objects.requireNonNull(door, "door");
  }

  /**
   * To be called after the last byte. A file without a stored checksum passes.
   *
   * @param file the file that was read
   * @param facts its attributes before its first byte was read
   * @param name for the log and the administrator
   * @param read ADLER32 of all its bytes, eight lower-case hexadecimal digits
   * @throws StorageException DAMAGED if the bytes differ from those that were stored; CHANGED if
   *     the file was changed while it was read
   */
  public void require(OpenFile file, EntryFacts facts, Name name, String read)
      throws StorageException {
    if (facts.adler32().isEmpty() || facts.adler32().get().equals(read)) {
      return;
    }
    if (!facts.adler32().equals(file.facts().adler32())) {
      throw new StorageException(
          Reason.CHANGED, "'" + name.path() + "' was changed while it was copied");
    }
    String stored = facts.adler32().get();
    report(name, facts.id(), stored, read);
    throw new StorageException(
        Reason.DAMAGED,
        "file '"
            + name.path()
            + "': its bytes on disk are not those that were stored (ADLER32 is "
            + read
            + ", stored was "
            + stored
            + "). Nothing was copied");
  }

  /** The copy fails in any case: that it cannot be reported is no other failure. */
  private void report(Name name, Optional<UUID> file, String stored, String read) {
    DamageReport report =
        new DamageReport(name.surl(engine.host()), file.map(UUID::toString), stored, read, door);
    try {
      ReturnStatus status =
          engine.backend().call(Catalogue.REPORT_DAMAGE, engine.calls().get(), report).status();
      if (status.code() != SrmStatus.SUCCESS) {
        noAlarm(name, status.explanation());
      }
    } catch (BackendFailure | NoTurn untold) {
      noAlarm(name, untold.getMessage());
    }
  }

  private static void noAlarm(Name name, String why) {
    LOG.warn("there is no alarm that file '{}' is damaged: {}", LogText.of(name.path()), why);
  }
}
