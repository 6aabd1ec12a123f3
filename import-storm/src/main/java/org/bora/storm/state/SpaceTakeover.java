package org.bora.storm.state;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.RequestToken;
import org.bora.backend.space.Reservations;
import org.bora.backend.space.Reservations.Granted;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.StorageException;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;

/** Takes over StoRM's reservations with their remaining bytes; they keep their tokens. */
final class SpaceTakeover {
  /**
   * What is left in the area is more use to its owner than nothing. StoRM names no organisation.
   */
  private static final Reservations.Terms LESS_WILL_DO =
      new Reservations.Terms(Optional.empty(), 1);

  private final Locator locator;
  private final Reservations reservations;
  private final Findings findings;

  SpaceTakeover(Transactions transactions, Locator locator, SpaceBooks books, Findings findings) {
    this.locator = locator;
    this.reservations = new Reservations(transactions, books);
    this.findings = findings;
  }

  /** What the findings call it. */
  static Spot place(StormSpace space) {
    return Takeover.place("storage_space " + space.token());
  }

  /** Enters it, or tells why it cannot be. */
  void enter(StormSpace space, Instant now) {
    Spot place = place(space);
    String value =
        space.description() + " of " + space.total() + " bytes, " + space.used() + " of them used";
    if (space.isStatic()) {
      ownSpace(space, place);
    } else if (!space.isLiveReservation()) {
      findings.dropped(place, value, "its time is over");
    } else {
      Optional<StorageArea> area = areaOf(space.file());
      Optional<UUID> id = uuid(space.token());
      if (area.isEmpty()) {
        findings.dropped(place, value, "no area has the directory of " + space.file());
      } else if (id.isEmpty()) {
        findings.dropped(place, value, "its token is not a UUID: its owner must reserve again");
      } else if (area.get().keeping().storageClass().leavesDisk()) {
        findings.dropped(place, value, "room in a buffer before tape is not promised to one alone");
      } else if (space.unused() < 1) {
        findings.dropped(place, value, "it has no bytes left; " + fileOf(space));
      } else {
        reserve(space, area.get(), id.get(), now, place, value);
      }
    }
  }

  private void ownSpace(StormSpace space, Spot place) {
    Optional<StorageArea> area =
        locator.areas().stream().filter(one -> one.spaceToken().equals(space.token())).findFirst();
    if (area.isPresent()) {
      findings.kept(place, space.description(), "areas." + area.get().name() + ".token");
    } else {
      findings.dropped(
          place,
          space.description(),
          "no area of the configuration has this token: the area is gone, or its description is"
              + " another");
    }
  }

  private void reserve(
      StormSpace space, StorageArea area, UUID id, Instant now, Spot place, String value) {
    Space wanted =
        new Space(
            id,
            id.toString(),
            area.name(),
            Optional.of(space.owner()),
            space.description(),
            area.retention(),
            true,
            space.unused(),
            Math.clamp(space.guaranteed(), 0, space.unused()),
            now.minus(space.age()),
            space.left().map(now::plus),
            Optional.empty());
    try {
      switch (reservations.reserve(area, wanted, LESS_WILL_DO, now, (sql, granted) -> {})) {
        case Granted.Yes(Space granted) when granted.total() < space.unused() ->
            findings.changed(
                place,
                value,
                "a reservation of " + granted.total() + " bytes in area " + area.name(),
                "the area has no more left; " + fileOf(space));
        case Granted.Yes(Space granted) when space.used() > 0 ->
            findings.changed(
                place,
                value,
                "the same token in area " + area.name() + ", with the bytes that are left",
                "files that have the others are the area's; " + fileOf(space));
        case Granted.Yes(Space granted) ->
            findings.kept(place, value, "the same token in area " + area.name(), fileOf(space));
        default ->
            findings.dropped(
                place, value, "area " + area.name() + " has nothing left; " + fileOf(space));
      }
    } catch (StorageException unreadable) {
      findings.dropped(place, value, "area " + area.name() + ": " + unreadable.getMessage());
    }
  }

  /** StoRM holds the bytes by a file that is as large; Bora by its books. */
  private static String fileOf(StormSpace space) {
    return "StoRM's file "
        + space.file()
        + " holds the same bytes once more: remove it when StoRM is not to come back";
  }

  private Optional<StorageArea> areaOf(String file) {
    return locator.areas().stream()
        .filter(area -> file.startsWith(area.tree().root() + "/"))
        .max(Comparator.comparingInt(area -> area.tree().root().toString().length()));
  }

  private static Optional<UUID> uuid(String text) {
    return RequestToken.parse(text).map(RequestToken::id);
  }
}
