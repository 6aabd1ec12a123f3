package org.bora.server.admin;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.backend.desk.EntryCursor;
import org.bora.backend.desk.EntryDesk;
import org.bora.backend.desk.EntryDesk.Seen;
import org.bora.backend.desk.EntryPage;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;

/** {@code /v1/entries}: the directories of areas, page by page, and what is in them. */
public final class EntryRoutes {
  private static final int USUAL = 100;
  private static final int LONGEST = 10_000;

  private final EntryDesk desk;
  private final Locator locator;
  private final BoundedChecks checks;

  public EntryRoutes(EntryDesk desk, Locator locator, BoundedChecks checks) {
    this.desk = Objects.requireNonNull(desk, "desk");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.checks = Objects.requireNonNull(checks, "checks");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(AdminRoute.look("/v1/entries", EntryPage.class, this::look));
  }

  private EntryPage look(AdminCall call) throws AdminRefusal {
    Place place = place(call);
    EntryCursor from = from(call);
    int limit = call.number("limit", USUAL, 1, EntryDesk.MOST);
    return switch (checks.of(() -> desk.look(place, from, limit))) {
      case Seen.Page(var page) -> page;
      case Seen.Nothing _ ->
          throw AdminRefusal.missing(
              "there is nothing of this name",
              "the storage area has no such file or directory, and no client is writing one of this name",
              "check its parent directory");
      case Seen.PlaceGone _ ->
          throw AdminRefusal.conflict(
              "this page is gone",
              "the directory has changed since the page before it was read",
              "begin with its first page, without the parameter after");
      case Seen.Refused(String why) ->
          throw new AdminRefusal(
              503,
              "the files cannot be queried at the moment",
              why,
              "see whether the filesystem answers (bora status), then ask again");
    };
  }

  private Place place(AdminCall call) throws AdminRefusal {
    if (call.parameter("surl").isPresent()) {
      if (locator.locate(FileRoutes.surl(call)) instanceof Place place) {
        return place;
      }
      throw FileRoutes.noArea();
    }
    Optional<Place> place;
    try {
      place = desk.place(call.required("area"), bounded(call, "path"));
    } catch (IllegalArgumentException wrong) {
      throw AdminRefusal.mistake(
          "the parameter path cannot be used",
          wrong.getMessage(),
          "write names with slashes between them, from the root of the area down");
    }
    return place.orElseThrow(
        () ->
            AdminRefusal.missing(
                "there is no such storage area",
                "the configuration has none of this name",
                "GET /v1/areas lists them"));
  }

  private static EntryCursor from(AdminCall call) throws AdminRefusal {
    try {
      return EntryCursor.parse(bounded(call, "after"));
    } catch (IllegalArgumentException wrong) {
      throw AdminRefusal.mistake(
          "the parameter after cannot be used",
          wrong.getMessage(),
          "give what the page before told as next");
    }
  }

  private static String bounded(AdminCall call, String name) throws AdminRefusal {
    String text = call.parameter(name).orElse("");
    if (text.length() > LONGEST) {
      throw AdminRefusal.mistake(
          "the parameter " + name + " cannot be used",
          "it has more than " + LONGEST + " characters",
          "no path is so long");
    }
    return text;
  }
}
