package org.bora.s3;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.directory.OrderedEntry;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.word.FileLocality;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.Name;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.HttpStatus;

/**
 * An existing object, as the backend lists it.
 *
 * @param locality where its bytes are
 * @param note the note on its file
 */
record Found(
    long size, Instant modified, FileLocality locality, Optional<String> note, Facts facts) {

  Found {
    Objects.requireNonNull(modified, "modified");
    Objects.requireNonNull(locality, "locality");
    Objects.requireNonNull(note, "note");
    Objects.requireNonNull(facts, "facts");
  }

  static Found of(OrderedEntry entry) {
    return new Found(
        entry.size(), entry.modifiedAt(), entry.locality(), entry.note(), Facts.of(entry.note()));
  }

  String tag() {
    return facts.tag(size, modified);
  }

  Conditions.Version version() {
    return facts.version(size, modified);
  }

  /** Whether its bytes can be read now. */
  boolean isOnDisk() {
    return locality == FileLocality.ONLINE || locality == FileLocality.ONLINE_AND_NEARLINE;
  }

  boolean isOnTapeOnly() {
    return locality == FileLocality.NEARLINE;
  }

  boolean isOnTape() {
    return isOnTapeOnly() || locality == FileLocality.ONLINE_AND_NEARLINE;
  }

  String storageClass() {
    return isOnTape() ? "GLACIER" : "STANDARD";
  }

  /** Finds an object; empty if there is none. */
  static Optional<Found> look(S3Visit visit, ObjectKey key) throws Refused, StorageException {
    if (key.namesDirectory()) {
      return DirectoryMarkers.look(visit, key);
    }
    String turl;
    try {
      turl = visit.engine().open(key.name());
    } catch (Refused refusal) {
      return switch (refusal.status()) {
        case HttpStatus.NOT_FOUND_404 -> Optional.empty();
        case HttpStatus.SERVICE_UNAVAILABLE_503 -> listed(visit, key);
        default -> throw refusal;
      };
    }
    try (OpenFile file = visit.ground().areas().read(turl)) {
      EntryFacts seen = file.facts();
      Optional<String> note = file.note(Facts.NOTE);
      return Optional.of(
          new Found(seen.size(), seen.modifiedAt(), locality(seen), note, Facts.of(note)));
    }
  }

  private static FileLocality locality(EntryFacts seen) {
    if (!seen.residency().onTape()) {
      return FileLocality.ONLINE;
    }
    return seen.residency().onDisk() ? FileLocality.ONLINE_AND_NEARLINE : FileLocality.NEARLINE;
  }

  /** For an object that cannot be opened, because it is only on tape. */
  private static Optional<Found> listed(S3Visit visit, ObjectKey key) throws Refused {
    Name name = key.name();
    String last = name.last();
    // the name itself comes before all that it is the beginning of
    OrderedLsReply reply = visit.engine().inOrder(name.parent(), last, "", 1, Facts.NOTE);
    return reply.entries().stream()
        .filter(entry -> entry.name().equals(last) && !entry.isDirectory())
        .findFirst()
        .map(Found::of);
  }
}
