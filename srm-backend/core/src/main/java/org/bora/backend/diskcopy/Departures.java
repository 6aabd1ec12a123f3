package org.bora.backend.diskcopy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** Finds files of one area that may leave the disk. For one thread. */
final class Departures implements AutoCloseable {
  private final Map<UUID, PreparedRelease> ready = new HashMap<>();
  private final Map<UUID, StorageException> refused = new HashMap<>();

  private Departures() {}

  static Departures prepare(StorageArea area, List<StoredFile> files) {
    Departures departures = new Departures();
    try {
      files.forEach(file -> departures.add(area, file));
      return departures;
    } catch (RuntimeException e) {
      departures.close();
      throw e;
    }
  }

  private void add(StorageArea area, StoredFile file) {
    try {
      ready.put(file.id(), area.tree().residences().prepareRelease(file.path(), file.id()));
    } catch (StorageException e) {
      refused.put(file.id(), e);
    }
  }

  /** The file leaves; BUSY where it was in use when the others were made ready. */
  void carryOut(StoredFile file) throws StorageException {
    PreparedRelease prepared = ready.get(file.id());
    if (prepared != null) {
      prepared.carryOut();
    } else if (refused.containsKey(file.id())) {
      throw refused.get(file.id());
    } else {
      throw new StorageException(Reason.BUSY, "'" + file.path() + "' was in use a moment ago");
    }
  }

  @Override
  public void close() {
    ready.values().forEach(PreparedRelease::close);
  }
}
