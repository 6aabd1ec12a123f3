package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Moves the ends of pins that hold, in one transaction: lock the rows of the files, as the buffer
 * does before it releases one ({@link SpaceBooks#touched}), and only then read the clock. However
 * long an extension waited, a pin that expired meanwhile is not revived, because its file may have
 * left the disk. Thread safe.
 */
public final class PinRenewal {
  private final Transactions transactions;
  private final Locator locator;
  private final SpaceBooks books;
  private final TokenSource tokens;
  private final RequestTable requests = new RequestTable();
  private final PinTable pins = new PinTable();
  private final RequestEventTable events = new RequestEventTable();
  private final StagedPinTable stagedPins = new StagedPinTable();

  public PinRenewal(
      Transactions transactions, Locator locator, SpaceBooks books, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.books = Objects.requireNonNull(books, "books");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * The result of an extension.
   *
   * @param known the wanted names that the request has
   * @param ends when the pins end that hold
   * @param now when they were extended
   */
  public record Renewed(Set<NameKey> known, Map<NameKey, Instant> ends, Instant now) {
    public Renewed {
      known = Set.copyOf(known);
      ends = Map.copyOf(ends);
    }
  }

  /**
   * Extends the valid pins of a request on these names to {@code life} from now. None becomes
   * shorter.
   *
   * @param by the caller, for the time line
   */
  public Renewed extend(RequestToken token, Set<NameKey> keys, Duration life, ChangedBy by) {
    AtomicReference<Instant> wanted = new AtomicReference<>();
    return transactions.talk(
        dialogue -> {
          Extension done = extend(dialogue.ask(), token, keys, life, wanted);
          events.add(
              dialogue,
              Map.of(token, done.longer()),
              RequestEvent.Kind.EXTENDED,
              by,
              done.renewed().now());
          return done.renewed();
        });
  }

  /**
   * The end of the pin in the first attempt at a transaction, to the millisecond as stored. Later
   * attempts do not extend pins that already last so long, because the first attempt may have been
   * committed without an answer.
   */
  public static Instant firstWanted(AtomicReference<Instant> wanted, Instant until) {
    return wanted.updateAndGet(
        first -> first == null ? until.truncatedTo(ChronoUnit.MILLIS) : first);
  }

  /** With the number of pins that became longer. */
  private record Extension(Renewed renewed, int longer) {}

  private Extension extend(
      JdbcClient sql,
      RequestToken token,
      Set<NameKey> keys,
      Duration life,
      AtomicReference<Instant> wanted) {
    List<Pin> found = named(sql, token, keys);
    List<Pin> pinned = found.stream().filter(pin -> pin.state() == PinState.PINNED).toList();
    Set<Integer> left = withoutTheirFile(sql, token, pinned);
    Instant now = tokens.now();
    Instant until = now.plus(life);
    Instant first = firstWanted(wanted, until);
    int longer = 0;
    List<Integer> open = new ArrayList<>();
    for (Pin pin : pinned) {
      if (!left.contains(pin.position()) && pin.stateAt(now) == PinState.PINNED) {
        open.add(pin.position());
        longer += pin.until().isBefore(first) ? 1 : 0;
      }
    }
    Map<NameKey, Instant> ends = new HashMap<>();
    if (!open.isEmpty()) {
      // fewer where the request was deleted or another call has extended its pins meanwhile
      longer = Math.min(longer, pins.extend(sql, token, open, now, until));
      requests.keepUntil(sql, token, until);
      // read again: a release or an abort may have come between the question and the update
      named(sql, token, keys).stream()
          .filter(pin -> open.contains(pin.position()) && pin.stateAt(now) == PinState.PINNED)
          .forEach(pin -> ends.put(pin.key(), pin.until()));
    }
    Set<NameKey> known = new HashSet<>(found.stream().map(Pin::key).toList());
    return new Extension(new Renewed(known, ends, now), longer);
  }

  private List<Pin> named(JdbcClient sql, RequestToken token, Set<NameKey> keys) {
    return pins.find(sql, token).map(PinnedFiles::files).orElse(List.of()).stream()
        .filter(pin -> keys.contains(pin.key()))
        .toList();
  }

  /** The positions of pins whose file has left the disk; the rows of all their files are locked. */
  private Set<Integer> withoutTheirFile(JdbcClient sql, RequestToken token, List<Pin> pinned) {
    Map<UUID, Set<Integer>> positions = new HashMap<>();
    Map<Integer, UUID> noted = null;
    for (Pin pin : pinned) {
      Optional<Place> place = placeInBuffer(pin);
      if (place.isEmpty()) {
        continue;
      }
      if (noted == null) {
        noted = stagedPins.files(sql, token);
      }
      Set<UUID> files = new HashSet<>();
      Optional.ofNullable(noted.get(pin.position())).ifPresent(files::add);
      if (NameKey.of(place.get()).equals(pin.key())) { // else the pin followed its renamed file
        books
            .at(sql, place.get().area().name(), place.get().path())
            .forEach(file -> files.add(file.id()));
      }
      files.forEach(
          file -> positions.computeIfAbsent(file, none -> new HashSet<>()).add(pin.position()));
    }
    Set<Integer> without = new HashSet<>();
    if (!positions.isEmpty()) {
      books
          .touched(sql, positions.keySet(), tokens.now())
          .forEach(file -> without.addAll(positions.get(file)));
    }
    return without;
  }

  private Optional<Place> placeInBuffer(Pin pin) {
    return locator.locate(pin.surl()) instanceof Place place
            && place.area().keeping().storageClass().leavesDisk()
        ? Optional.of(place)
        : Optional.empty();
  }
}
