package org.bora.storm.state;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.word.Surl;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinState;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.space.OwnSpaces;
import org.bora.backend.space.Reservations;
import org.bora.backend.space.Reservations.Granted;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.StorageException;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.state.StormRequest.StormPin;
import org.bora.storm.state.StormState.Leftovers;

/**
 * Enters into Bora's database what lives in StoRM's: reservations and pins, under the tokens that
 * clients have. Done again it finds what it entered and leaves it as it has become since. A row
 * that cannot be entered is told and passed over.
 */
public final class Takeover {
  private static final String DATABASE = "StoRM's database";

  private final Transactions transactions;
  private final Locator locator;
  private final OwnSpaces ownSpaces;
  private final Reservations reservations;
  private final Clock clock;
  private final Findings findings;
  private final RequestTable requests = new RequestTable();
  private final PinTable pins = new PinTable();

  public Takeover(
      Transactions transactions,
      Locator locator,
      SpaceBooks books,
      Clock clock,
      Findings findings) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.ownSpaces = new OwnSpaces(books.settings());
    this.clock = Objects.requireNonNull(clock, "clock");
    this.findings = Objects.requireNonNull(findings, "findings");
    this.reservations = new Reservations(transactions, books);
  }

  /**
   * Takes over what can be; the findings tell what was and what was not.
   *
   * @return why it stopped half-way, where it did
   */
  public Optional<String> run(StormState state) {
    try {
      takeOver(state, clock.instant());
      return Optional.empty();
    } catch (RuntimeException failure) {
      if (!(failure instanceof BackendFailure) && sqlCause(failure).isEmpty()) {
        throw failure;
      }
      long done = findings.all().stream().filter(one -> one.spot().file().equals(DATABASE)).count();
      return Optional.of(
          "the database failed ("
              + reason(failure)
              + "): stopped after "
              + done
              + " reservations and requests, which stay; run it again");
    }
  }

  private static Optional<SQLException> sqlCause(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(SQLException.class::cast)
        .findFirst();
  }

  private static String reason(Throwable failure) {
    String message = sqlCause(failure).map(Throwable::getMessage).orElse(failure.getMessage());
    return String.valueOf(message).lines().findFirst().orElse("no reason given");
  }

  private void takeOver(StormState state, Instant now) {
    for (StorageArea area : locator.areas()) {
      transactions.run(
          sql -> {
            ownSpaces.open(sql, area, now);
            return area;
          });
    }
    for (StormSpace space : state.spaces()) {
      orTold(place("storage_space " + space.token()), () -> space(space, now));
    }
    for (StormRequest request : state.requests()) {
      orTold(place(table(request) + " " + request.token()), () -> request(request, now));
    }
    tell(state.left());
  }

  /** One row that is too long, or makes no sense, does not keep back the others. */
  private void orTold(Spot place, Runnable entering) {
    try {
      entering.run();
    } catch (RuntimeException refused) {
      if (!isOfItself(refused)) {
        throw refused;
      }
      findings.dropped(place, "", "it cannot be entered: " + reason(refused));
    }
  }

  /** Whether it is the row that is wrong: what it says, or that a column cannot hold it. */
  private static boolean isOfItself(RuntimeException refused) {
    return refused instanceof IllegalArgumentException
        || sqlCause(refused)
            .map(SQLException::getSQLState)
            .filter(state -> state.startsWith("22") || state.startsWith("23"))
            .isPresent();
  }

  private static String table(StormRequest request) {
    return request.bringOnline() ? "request_BoL" : "request_Get";
  }

  private static Spot place(String key) {
    return new Spot(DATABASE, 0, key);
  }

  private void space(StormSpace space, Instant now) {
    var place = place("storage_space " + space.token());
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
        findings.dropped(place, value, "its token is no UUID: let its owner reserve again");
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
      switch (reservations.reserve(area, wanted, now, (sql, granted) -> {})) {
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

  private void request(StormRequest request, Instant now) {
    var place = place(table(request) + " " + request.token());
    Optional<RequestToken> token = RequestToken.parse(request.token());
    if (token.isEmpty()) {
      findings.dropped(
          place,
          request.pins().size() + " pins",
          "its token is none that Bora could give: its owner asks again");
      return;
    }
    List<Pin> taken = new ArrayList<>();
    for (StormPin pin : request.pins()) {
      taken(token.get(), taken.size(), pin, now)
          .ifPresentOrElse(
              taken::add,
              () -> findings.dropped(place, pin.surl(), "it leads to no area that is configured"));
    }
    if (!taken.isEmpty()) {
      enter(request, token.get(), taken, now);
      findings.kept(
          place,
          taken.size() + (taken.size() == 1 ? " pin" : " pins") + " of " + request.owner(),
          "the same token, and the time that was left");
    }
  }

  private Optional<Pin> taken(RequestToken token, int position, StormPin pin, Instant now) {
    Surl surl = new Surl(pin.surl());
    return locator.locate(surl) instanceof Place place
        ? Optional.of(
            new Pin(
                token,
                position,
                surl,
                NameKey.of(place),
                PinState.PINNED,
                Optional.empty(),
                Optional.empty(),
                pin.size(),
                now.plus(pin.left()),
                pin.left(),
                pin.turl()))
        : Optional.empty();
  }

  private void enter(StormRequest request, RequestToken token, List<Pin> taken, Instant now) {
    Duration longest =
        request.pins().stream().map(StormPin::left).max(Comparator.naturalOrder()).orElseThrow();
    RequestHead head =
        new RequestHead(
            token,
            request.bringOnline() ? RequestKind.BRING_ONLINE : RequestKind.GET,
            new RequestOwner(request.owner(), Optional.empty()),
            request.description(),
            now.minus(request.age()),
            now.plus(longest),
            now.plus(longest),
            false);
    transactions.talk(
        dialogue -> {
          if (requests.insert(dialogue.ask(), head)) {
            pins.insert(dialogue, taken);
          }
          return token;
        });
  }

  private void tell(Leftovers left) {
    stays(
        "status_Put",
        left.puts(),
        "files being written: let them finish before StoRM is stopped,"
            + " or their clients put them again; what was begun lies under its final name");
    stays("request_queue", left.queued(), "requests that wait: their clients ask again");
    stays("tape_recall", left.recalls(), "recalls: who wants the files asks Bora for them");
    stays(
        "volatile",
        left.volatiles(),
        "files with an end, which StoRM would have removed: they"
            + " stay until somebody removes them");
    stays(
        "jit",
        left.entries(),
        "entries of access control lists that StoRM would have taken away:"
            + " they stay; getfacl shows them, setfacl -x takes them away");
  }

  private void stays(String table, long count, String what) {
    if (count > 0) {
      findings.dropped(place(table), Long.toString(count), what);
    }
  }
}
