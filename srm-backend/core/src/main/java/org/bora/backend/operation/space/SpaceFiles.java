package org.bora.backend.operation.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameUse;
import org.bora.backend.space.Space;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;

/** Finds the file of a SURL in a space. */
final class SpaceFiles {
  private final SpaceServices services;
  private final NameUse names;

  SpaceFiles(SpaceServices services, NameUse names) {
    this.services = services;
    this.names = names;
  }

  /** A file of the space, or why it is not one. */
  sealed interface Found {
    record Yes(Place place, StoredFile file) implements Found {}

    record No(ReturnStatus status) implements Found {}
  }

  Found find(Caller caller, OperationClass use, Surl surl, Space space) {
    return switch (services.entrance().enter(caller, use, surl)) {
      case Entry.Refused(ReturnStatus status) -> new Found.No(status);
      case Entry.Above _ -> no(SrmStatus.INVALID_PATH, "it is not a file");
      case Entry.Inside(Place place) -> find(place, space);
    };
  }

  private Found find(Place place, Space space) {
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      if (!facts.isFile()) {
        return no(SrmStatus.INVALID_PATH, "it is not a file");
      }
      List<StoredFile> known =
          services
              .transactions()
              .read(sql -> services.books().at(sql, place.area().name(), place.path()));
      Optional<StoredFile> file =
          known.stream()
              .filter(one -> facts.id().equals(Optional.of(one.id())))
              .filter(one -> one.space().equals(space.id()))
              .findFirst();
      return file.<Found>map(one -> new Found.Yes(place, one))
          .orElseGet(() -> no(SrmStatus.INVALID_PATH, "the file is not in this space"));
    } catch (StorageException e) {
      boolean busy =
          e.reason() == StorageException.Reason.MISSING
              && !place.path().isRoot()
              && names.putOn(place).isPresent();
      return busy
          ? no(SrmStatus.FILE_BUSY, "the file is being written")
          : new Found.No(StorageRefusal.of(e));
    }
  }

  private static Found no(SrmStatus code, String reason) {
    return new Found.No(ReturnStatus.of(code, reason));
  }
}
