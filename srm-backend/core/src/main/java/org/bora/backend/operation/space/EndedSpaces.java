package org.bora.backend.operation.space;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.FileStorageType;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameUse;
import org.bora.backend.space.Labels;
import org.bora.backend.space.Space;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Empties a space that was released or has expired: VOLATILE files are removed, all other files and
 * the unused bytes return to the area's own space. Any backend may start this at any time, even
 * several at once: each step moves what is still there.
 */
public final class EndedSpaces {
  private static final Logger LOG = LoggerFactory.getLogger(EndedSpaces.class);
  private static final int BATCH = 200;
  private static final int SPACES = 100;

  private final SpaceServices services;
  private final NameUse names;
  private final Labels labels;
  private final StoredFiles stored = new StoredFiles();

  EndedSpaces(SpaceServices services, NameUse names) {
    this.services = services;
    this.names = names;
    this.labels = new Labels();
  }

  /** The part of the sweep. Returns how many spaces were brought home. */
  public int sweep(Instant now) {
    int swept = 0;
    for (Space space : services.reservations().ended(now, SPACES)) {
      if (services.entrance().locator().area(space.area()).isPresent()) {
        bringHome(space, now);
        swept++;
      }
    }
    return swept;
  }

  void bringHome(Space space, Instant now) {
    StorageArea area = services.area(space);
    UUID last = new UUID(0, 0);
    for (List<StoredFile> files = services.reservations().files(space, last, BATCH);
        !files.isEmpty();
        files = services.reservations().files(space, last, BATCH)) {
      last = files.getLast().id();
      List<StoredFile> staying = new ArrayList<>();
      for (StoredFile file : files) {
        if (file.storageType() != FileStorageType.VOLATILE || !isRemoved(area, file)) {
          staying.add(file);
        }
      }
      for (StoredFile moved : services.reservations().bringHome(space, staying)) {
        labels.write(area, moved, area.spaceToken());
      }
    }
    services.reservations().bringHomeUnused(space);
    LOG.info("space {} of area {} has ended, by {}", space.token(), space.area(), now);
  }

  /** Removes the very file of a row, never another that has its name by now; the books follow. */
  private boolean isRemoved(StorageArea area, StoredFile file) {
    // before the removal: a put that is granted from then on has the free name to itself
    Instant looked = names.now();
    try {
      if (area.tree().withdrawUpload(new Upload(file.path(), file.id()))) {
        names.removed(new Place(area, file.path()), Optional.of(file.id()), looked);
      } else {
        return services.transactions().run(sql -> isForgotten(sql, file));
      }
      return true;
    } catch (StorageException e) {
      if (!StorageRefusal.isToldElsewhere(e)) {
        LOG.error("area {}: '{}' stays: {}", area.name(), file.path(), e.getMessage(), e);
      }
      return false;
    }
  }

  /** A file that is not at its name is gone, unless it was renamed since or is being renamed. */
  private boolean isForgotten(JdbcClient sql, StoredFile file) {
    boolean renamed =
        stored.lock(sql, file.id()).filter(row -> !row.path().equals(file.path())).isPresent();
    if (renamed || !stored.moving(sql, List.of(file.id())).isEmpty()) {
      return false;
    }
    services.books().forget(sql, List.of(file.id()));
    return true;
  }
}
