package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.List;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.AboveAreas;
import org.bora.backend.locate.Location.Nowhere;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.AreaPath;

/**
 * The way into an area that every operation takes: locate the SURL, then ask whether this caller
 * may. Thread safe; touches no disk.
 */
public final class Entrance {

  private final Locator locator;
  private final Authoriser authoriser;

  public Entrance(Locator locator, Authoriser authoriser) {
    this.locator = locator;
    this.authoriser = authoriser;
  }

  /** What stands behind a SURL for one caller. */
  public sealed interface Entry {

    /** A place where the caller may do what was asked. */
    record Inside(Place place) implements Entry {}

    /** A directory above the areas, for a caller whom some area knows: look, do not touch. */
    record Above(String sfn) implements Entry {}

    /** The SURL leads nowhere, or the caller may not. */
    record Refused(ReturnStatus status) implements Entry {}
  }

  public Entry enter(Caller caller, OperationClass use, Surl surl) {
    return switch (locator.locate(surl)) {
      case Nowhere(ReturnStatus status) -> new Entry.Refused(status);
      case AboveAreas(String sfn) ->
          authoriser.isKnown(caller)
              ? new Entry.Above(sfn)
              : denied("no area of this service knows " + caller.dn());
      case Place place ->
          switch (authoriser.decide(caller, use, place.area())) {
            case Decision.Allowed _ -> new Entry.Inside(place);
            case Decision.Denied(String reason) -> denied(reason);
          };
    };
  }

  private static Entry denied(String reason) {
    return new Entry.Refused(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason));
  }

  /**
   * What a listing of {@code sfn} shows of areas: the area roots and the directories leading to
   * some, directly below it, as far as the caller may list an area there; sorted by name.
   */
  public List<Entry> areasBelow(Caller caller, String sfn) {
    List<Entry> entries = new ArrayList<>();
    for (String name : locator.namesBelow(sfn)) {
      String below = sfn.equals("/") ? "/" + name : sfn + "/" + name;
      List<StorageArea> listed =
          locator.areas().stream()
              .filter(area -> area.sfn().equals(below) || area.sfn().startsWith(below + "/"))
              .filter(area -> mayList(caller, area))
              .toList();
      listed.stream()
          .filter(area -> area.sfn().equals(below))
          .<Entry>map(area -> new Entry.Inside(new Place(area, AreaPath.ROOT)))
          .findFirst()
          .or(() -> listed.stream().<Entry>map(_ -> new Entry.Above(below)).findFirst())
          .ifPresent(entries::add);
    }
    return entries;
  }

  /** Whether another area, or a directory leading to one, hangs below this place. */
  public boolean holdsAreas(Place place) {
    return !locator.namesBelow(place.sfn()).isEmpty();
  }

  private boolean mayList(Caller caller, StorageArea area) {
    return authoriser.decide(caller, OperationClass.LIST, area) instanceof Decision.Allowed;
  }
}
