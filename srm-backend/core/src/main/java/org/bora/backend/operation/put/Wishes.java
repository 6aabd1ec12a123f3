package org.bora.backend.operation.put;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.api.put.MadeOf;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.merge.Merging;
import org.bora.backend.request.FileLife;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RefusedPut;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestToken;
import org.bora.backend.space.Space;
import org.bora.storage.spi.AreaPath;

/** Splits the files of a put into those that the rules refuse and the others. */
final class Wishes {
  private static final List<OperationClass> NEW_OR_REPLACED =
      List.of(OperationClass.CREATE, OperationClass.WRITE);

  private final Locator locator;
  private final Entrance entrance;
  private final FileLifeSettings lives;
  private final LifetimeSettings pins;

  Wishes(Locator locator, Entrance entrance, PutSettings settings) {
    this.locator = locator;
    this.entrance = entrance;
    this.lives = settings.files();
    this.pins = settings.lifetimes();
  }

  /**
   * Refused and remaining files; together they are all files of the request.
   *
   * @param merging what files are made of, by their positions
   */
  record Sorted(List<Wish> wishes, List<RefusedPut> refused, Map<Integer, Merging> merging) {}

  /**
   * Sorts them.
   *
   * @param space that the request names, for all of its files
   */
  Sorted sort(Caller caller, PutRequest request, Optional<Space> space, RequestToken token) {
    List<Wish> wishes = new ArrayList<>();
    List<RefusedPut> refused = new ArrayList<>();
    Map<Integer, Merging> merging = new HashMap<>();
    Set<NameKey> seen = new HashSet<>();
    for (int position = 0; position < request.files().size(); position++) {
      int at = position;
      PutFile file = request.files().get(position);
      Surl surl = file.target().orElse(new Surl(""));
      NameKey key = NameKey.of(surl, locator.locate(surl));
      switch (look(caller, request, space, file)) {
        case Look.No(ReturnStatus status) ->
            refused.add(new RefusedPut(token, position, surl, key, Optional.empty(), status));
        case Look.Yes(Place place, OptionalLong size) -> {
          if (seen.add(key)) {
            file.madeOf().ifPresent(made -> merging.put(at, merging(caller, made)));
            wishes.add(
                new Wish(
                    position,
                    surl,
                    key,
                    place,
                    life(request, place.area()),
                    copyPin(request, place.area()),
                    size));
          } else {
            refused.add(new RefusedPut(token, position, surl, key, Optional.empty(), twice()));
          }
        }
      }
    }
    return new Sorted(wishes, refused, merging);
  }

  /** To whom the request will belong, by the areas of its files. */
  RequestOwner owner(Caller caller, PutRequest request) {
    Set<StorageArea> areas = new HashSet<>();
    for (PutFile file : request.files()) {
      if (file.target().map(locator::locate).orElse(null) instanceof Place place) {
        areas.add(place.area());
      }
    }
    return RequestOwner.of(caller, areas);
  }

  private sealed interface Look {
    record Yes(Place place, OptionalLong size) implements Look {}

    record No(ReturnStatus status) implements Look {}
  }

  private Look look(Caller caller, PutRequest request, Optional<Space> space, PutFile file) {
    if (file.target().isEmpty()) {
      return no(SrmStatus.INVALID_PATH, "no target SURL is given, and the server chooses none");
    }
    long size = file.expectedSize().orElse(0);
    if (size < 0) {
      return no(SrmStatus.INVALID_REQUEST, "the expected size is " + size + " bytes");
    }
    return switch (entrance.enter(caller, NEW_OR_REPLACED, file.target().get())) {
      case Entry.Refused(ReturnStatus status) -> new Look.No(status);
      case Entry.Above _ -> no(SrmStatus.INVALID_PATH, "it is a directory");
      case Entry.Inside(Place place) -> {
        if (place.path().isRoot()) {
          yield no(SrmStatus.INVALID_PATH, "it is a directory");
        }
        if (namesDirectory(file.target().get())) {
          yield no(SrmStatus.INVALID_PATH, "the name of a file does not end with a slash");
        }
        yield misfit(request, space, place.area())
            .or(() -> unkept(request, place.area()))
            .or(() -> elsewhere(file, place.area()))
            .<Look>map(Look.No::new)
            .orElseGet(() -> new Look.Yes(place, file.expectedSize()));
      }
    };
  }

  /** Parts are in the area of the file that is made of them, or cannot be moved in its books. */
  private Optional<ReturnStatus> elsewhere(PutFile file, StorageArea area) {
    return file.madeOf().isEmpty()
            || (locator.locate(file.madeOf().get().directory()) instanceof Place place
                && place.area().equals(area))
        ? Optional.empty()
        : Optional.of(
            ReturnStatus.of(
                SrmStatus.INVALID_REQUEST, "the parts of the file are not in its storage area"));
  }

  private Merging merging(Caller caller, MadeOf made) {
    Place place = (Place) locator.locate(made.directory());
    List<AreaPath> parts = made.parts().stream().map(place.path()::child).toList();
    List<AreaPath> others = made.others().stream().map(place.path()::child).toList();
    Optional<AreaPath> kept =
        entrance.isAllowedWithin(caller, OperationClass.DELETE, place)
            ? Optional.empty()
            : Stream.concat(parts.stream(), others.stream())
                .filter(path -> !mayRemove(caller, new Place(place.area(), path)))
                .findFirst();
    return new Merging(place.path(), parts, others, kept);
  }

  private boolean mayRemove(Caller caller, Place place) {
    return entrance.isAllowed(caller, OperationClass.DELETE, place);
  }

  /** As a POSIX open does: a trailing slash means a directory, whatever is there. */
  private static boolean namesDirectory(Surl surl) {
    String text = surl.text();
    return text.endsWith("/") || text.regionMatches(true, text.length() - 3, "%2F", 0, 3);
  }

  private static Optional<ReturnStatus> misfit(
      PutRequest request, Optional<Space> space, StorageArea area) {
    if (space.isPresent()) {
      return space.get().area().equals(area.name())
          ? Optional.empty()
          : Optional.of(
              ReturnStatus.of(
                  SrmStatus.INVALID_REQUEST, "the space token is one of another storage area"));
    }
    return request
            .retention()
            .filter(wanted -> !PutTerms.keeps(area.retention(), wanted))
            .isPresent()
        ? Optional.of(
            ReturnStatus.of(
                SrmStatus.NOT_SUPPORTED, "the storage area has another retention policy"))
        : Optional.empty();
  }

  private static Optional<ReturnStatus> unkept(PutRequest request, StorageArea area) {
    return request
        .storageType()
        .filter(type -> !area.fileTypes().contains(type))
        .map(
            type ->
                ReturnStatus.of(
                    SrmStatus.NOT_SUPPORTED, "the storage area keeps no " + type + " files"));
  }

  private FileLife life(PutRequest request, StorageArea area) {
    return FileLife.granted(
        request.storageType().orElseGet(area::usualFileType),
        request.fileLifetime().orElse(0),
        lives);
  }

  /** As long as any pin at most. */
  private Duration copyPin(PutRequest request, StorageArea area) {
    int wanted = request.copyPin().orElse(0);
    return wanted == 0 || !area.keeping().storageClass().leavesDisk()
        ? Duration.ZERO
        : pins.pin(wanted);
  }

  private static Look no(SrmStatus code, String reason) {
    return new Look.No(ReturnStatus.of(code, reason));
  }

  private static ReturnStatus twice() {
    return ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "the request names this file twice");
  }
}
