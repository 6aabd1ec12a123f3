package org.bora.backend.space;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.FileStorageType;
import org.bora.storage.spi.AreaPath;

/**
 * A file in the books.
 *
 * @param id identifier of its upload, which the file carries too
 * @param share the share in which its bytes count
 * @param owner subject of the caller who wrote it
 * @param size bytes
 * @param lifetimeSeconds as granted; -1 for ever
 * @param ends absent for ever
 * @param presence where its bytes are
 */
public record StoredFile(
    UUID id,
    UUID space,
    int share,
    String owner,
    String area,
    AreaPath path,
    long size,
    FileStorageType storageType,
    Instant stored,
    int lifetimeSeconds,
    Optional<Instant> ends,
    Presence presence) {

  public StoredFile {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(space, "space");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(storageType, "storageType");
    Objects.requireNonNull(stored, "stored");
    Objects.requireNonNull(ends, "ends");
    Objects.requireNonNull(presence, "presence");
  }

  /** The same with another end. */
  public StoredFile ending(Instant newEnd, int seconds) {
    return new StoredFile(
        id,
        space,
        share,
        owner,
        area,
        path,
        size,
        storageType,
        stored,
        seconds,
        Optional.of(newEnd),
        presence);
  }

  /** Bytes that its space has less because of it: none while it is on tape alone. */
  public long bytesOnDisk() {
    return presence.onDisk() ? size : 0;
  }

  /** What it takes away from its share. */
  Sums counted() {
    return new Sums(-bytesOnDisk(), 0, bytesOnDisk(), 1);
  }

  ShareKey key() {
    return new ShareKey(space, share);
  }
}
