package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.bora.api.word.Caller;
import org.bora.api.word.LogText;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Rulings.Ruling;
import org.bora.backend.locate.Location.AboveAreas;
import org.bora.backend.locate.Location.Nowhere;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.AreaPath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The check with which every operation begins: locate the SURL, then ask the rules about the
 * caller. Thread safe; touches no disk.
 */
public final class Entrance {

  private static final Logger LOG = LoggerFactory.getLogger(Entrance.class);

  private record Told(String dn, OperationClass use, String ground) {}

  private final Locator locator;
  private final Authoriser authoriser;
  private final AtomicReference<Told> told = new AtomicReference<>();

  public Entrance(Locator locator, Authoriser authoriser) {
    this.locator = locator;
    this.authoriser = authoriser;
  }

  /** What finds the areas. */
  public Locator locator() {
    return locator;
  }

  /** What guards them. */
  public Authoriser authoriser() {
    return authoriser;
  }

  /** What a SURL means for one caller. */
  public sealed interface Entry {

    /** A place where the caller may do the requested operation. */
    record Inside(Place place) implements Entry {}

    /** A directory above the areas, which callers of any area may only list. */
    record Above(String sfn) implements Entry {}

    /** The SURL leads nowhere, or the caller may not. */
    record Refused(ReturnStatus status) implements Entry {}
  }

  /** Where a SURL leads, for whom it may be used so. */
  public Entry enter(Caller caller, OperationClass use, Surl surl) {
    return enter(caller, List.of(use), surl);
  }

  /** The same where one use of several is enough; the refusal speaks of the first. */
  public Entry enter(Caller caller, List<OperationClass> uses, Surl surl) {
    return enter(caller, surl, place -> inside(caller, uses, surl, place));
  }

  /** The same for a known directory. */
  public Entry enterDirectory(Caller caller, OperationClass use, Surl surl) {
    return enter(
        caller,
        surl,
        place ->
            settled(caller, use, surl, place, authoriser.decideOnDirectory(caller, use, place)));
  }

  /** The same for a directory that is to be made. */
  public Entry enterToMakeDirectory(Caller caller, Surl surl) {
    return enter(
        caller,
        surl,
        place -> {
          Decision decision = authoriser.decideDirectory(caller, place);
          return settled(caller, OperationClass.CREATE, surl, place, decision);
        });
  }

  /** The same for a file or directory that is to get another name. */
  public Entry enterToRename(Caller caller, Surl surl) {
    return enter(
        caller,
        surl,
        place -> {
          Decision decision = authoriser.decideRename(caller, place);
          return settled(caller, OperationClass.DELETE, surl, place, decision);
        });
  }

  private Entry enter(Caller caller, Surl surl, Function<Place, Entry> inside) {
    return switch (locator.locate(surl)) {
      case Nowhere(ReturnStatus status) -> new Entry.Refused(status);
      case AboveAreas(String sfn) -> above(caller, surl, sfn);
      case Place place -> inside.apply(place);
    };
  }

  private Entry above(Caller caller, Surl surl, String sfn) {
    boolean known = authoriser.isKnown(caller);
    String reason = known ? "an area knows the caller" : "no area knows the caller";
    Rulings.note(surl, sfn, new Ruling(known, reason, ""));
    return known
        ? new Entry.Above(sfn)
        : new Entry.Refused(denied("no area of this service knows " + caller.dn()));
  }

  private Entry inside(Caller caller, List<OperationClass> uses, Surl surl, Place place) {
    for (OperationClass use : uses.subList(1, uses.size())) {
      if (authoriser.decide(caller, use, place) instanceof Decision.Allowed allowed) {
        Rulings.note(surl, place, ruling(allowed));
        return new Entry.Inside(place);
      }
    }
    OperationClass use = uses.getFirst();
    return settled(caller, use, surl, place, authoriser.decide(caller, use, place));
  }

  private Entry settled(
      Caller caller, OperationClass use, Surl surl, Place place, Decision decision) {
    return switch (decision) {
      case Decision.Allowed allowed -> {
        Rulings.note(surl, place, ruling(allowed));
        yield new Entry.Inside(place);
      }
      case Decision.Denied(String reason) -> {
        Rulings.note(surl, place, tell(caller, use, place, reason));
        yield new Entry.Refused(denied(reason));
      }
    };
  }

  /** Why the caller may not do so at a place; empty where the rules allow it. */
  public Optional<ReturnStatus> refusal(Caller caller, OperationClass use, Place place) {
    return switch (authoriser.decide(caller, use, place)) {
      case Decision.Allowed allowed -> {
        Rulings.noteAgain(place, ruling(allowed));
        yield Optional.empty();
      }
      case Decision.Denied(String reason) -> {
        Rulings.noteAgain(place, tell(caller, use, place, reason));
        yield Optional.of(denied(reason));
      }
    };
  }

  /** Records the refusal for one place as the ruling on another place, which depends on it. */
  public void tellRefusal(Caller caller, OperationClass use, Place place, Place decided) {
    if (authoriser.decide(caller, use, place) instanceof Decision.Denied(String reason)) {
      Rulings.noteAgain(decided, tell(caller, use, place, reason));
    }
  }

  /** Whether the rules allow it of an area as a whole; a refusal is not noted. */
  public boolean isAllowed(Caller caller, OperationClass use, StorageArea area) {
    Place whole = new Place(area, AreaPath.ROOT);
    if (authoriser.decide(caller, use, whole) instanceof Decision.Allowed allowed) {
      Rulings.noteAgain(whole, ruling(allowed));
      return true;
    }
    return false;
  }

  private static Ruling ruling(Decision.Allowed allowed) {
    return new Ruling(true, allowed.reason(), allowed.ground());
  }

  /** Whether the rules allow it at this place and at whatever lies, or will lie, below it. */
  public boolean isAllowedWithin(Caller caller, OperationClass use, Place place) {
    return authoriser.isAllowedWithin(caller, use, place);
  }

  /** Whether everything at this place and below it may get another name. */
  public boolean isRenameAllowedWithin(Caller caller, Place place) {
    return authoriser.isRenameAllowedWithin(caller, place);
  }

  /** Whether the rules allow it at this place; a refusal is not noted. */
  public boolean isAllowed(Caller caller, OperationClass use, Place place) {
    return authoriser.decide(caller, use, place) instanceof Decision.Allowed;
  }

  /** Whether the entry at this place may be renamed; a refusal is not recorded. */
  public boolean isRenameAllowed(Caller caller, Place place) {
    return authoriser.decideRename(caller, place) instanceof Decision.Allowed;
  }

  private static ReturnStatus denied(String reason) {
    return ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason);
  }

  /** One rule may refuse thousands of files of a call; it is recorded once. */
  private Ruling tell(Caller caller, OperationClass use, Place place, String reason) {
    Explanation explanation = authoriser.explain(caller, use, place);
    Told telling = new Told(caller.dn(), use, explanation.ground());
    if (!telling.equals(told.getAndSet(telling))) {
      LOG.info(
          "{} of {} denied to {} by {}",
          use.word(),
          LogText.of(place.sfn()),
          LogText.of(caller.dn()),
          LogText.of(explanation.ground()));
    }
    return new Ruling(false, reason, explanation.ground());
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
    return isAllowed(caller, OperationClass.LIST, new Place(area, AreaPath.ROOT));
  }
}
