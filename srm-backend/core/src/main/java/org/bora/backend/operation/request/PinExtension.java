package org.bora.backend.operation.request;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.PinRenewal;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.TokenSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Extends the pins of a get or bringOnline, or the time that a put has for its srmPutDone. Only a
 * pin that holds can be extended (GFD.129 section 5.16.2 h); it becomes no shorter, and no longer
 * than a pin may be from now on.
 */
final class PinExtension {
  private final Transactions transactions;
  private final RequestLookup lookup;
  private final RequestTable requests = new RequestTable();
  private final PutTable puts = new PutTable();
  private final RequestEventTable events = new RequestEventTable();
  private final PinRenewal pins;
  private final Locator locator;
  private final TokenSource tokens;
  private final LifetimeSettings settings;

  PinExtension(
      Transactions transactions,
      PinRenewal pins,
      Locator locator,
      TokenSource tokens,
      LifetimeSettings settings) {
    this.transactions = transactions;
    this.pins = pins;
    this.lookup = new RequestLookup(transactions);
    this.locator = locator;
    this.tokens = tokens;
    this.settings = settings;
  }

  /** The remaining times, or why the caller has no access to the request. */
  sealed interface Extended {
    record Yes(List<LifetimeStatus> files) implements Extended {}

    record No(ReturnStatus status) implements Extended {}
  }

  /**
   * Extends pins to {@code seconds} from now.
   *
   * @param seconds -1 is for ever, which is the maximum
   */
  Extended extend(Call call, String token, List<Surl> surls, int seconds) {
    return switch (lookup.find(call.caller(), token)) {
      case RequestLookup.Found.No(ReturnStatus status) -> new Extended.No(status);
      case RequestLookup.Found.Yes(RequestHead head) -> {
        ChangedBy by = ChangedBy.caller(call);
        yield switch (head.kind()) {
          case PUT ->
              new Extended.Yes(
                  extendPuts(head, surls, granted(seconds, settings.putPinMaximum()), by));
          case GET, BRING_ONLINE -> {
            Duration life = granted(seconds, settings.pinMaximum());
            yield new Extended.Yes(told(surls, pins.extend(head.token(), keysOf(surls), life, by)));
          }
          case COPY, LS, RESERVE_SPACE, UPDATE_SPACE, CHANGE_SPACE ->
              new Extended.No(
                  ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the request has no pins"));
        };
      }
    };
  }

  private static Duration granted(int seconds, Duration most) {
    Duration wanted = Duration.ofSeconds(seconds);
    return seconds < 0 || wanted.compareTo(most) > 0 ? most : wanted;
  }

  /** Reads the rows again under lock: a put that expired meanwhile has lost its name. */
  private List<LifetimeStatus> extendPuts(
      RequestHead head, List<Surl> surls, Duration life, ChangedBy by) {
    Set<NameKey> keys = keysOf(surls);
    AtomicReference<Instant> wanted = new AtomicReference<>();
    PinRenewal.Renewed renewed =
        transactions.talk(
            dialogue -> {
              JdbcClient sql = dialogue.ask();
              Map<NameKey, PutRow> found =
                  puts.find(sql, head.token(), keys)
                      .map(put -> PutLookup.byName(put.files()))
                      .orElse(Map.of());
              found.keySet().retainAll(keys);
              List<AcceptedPut> active = PutRow.open(found.values());
              List<AcceptedPut> locked = List.copyOf(puts.lock(sql, active).values());
              Instant now = tokens.now();
              Instant until = now.plus(life);
              List<AcceptedPut> open =
                  locked.stream().filter(row -> row.isOpen() && !row.isOverdue(now)).toList();
              Map<NameKey, Instant> ends = new HashMap<>();
              open.forEach(row -> ends.put(row.key(), later(row.writing().pinUntil(), until)));
              if (!open.isEmpty()) {
                puts.extend(sql, open, until);
                requests.keepUntil(sql, head.token(), until);
                Instant first = PinRenewal.firstWanted(wanted, until);
                int longer =
                    (int)
                        open.stream()
                            .filter(row -> row.writing().pinUntil().isBefore(first))
                            .count();
                events.add(
                    dialogue, Map.of(head.token(), longer), RequestEvent.Kind.EXTENDED, by, now);
              }
              return new PinRenewal.Renewed(found.keySet(), ends, now);
            });
    return told(surls, renewed);
  }

  private Set<NameKey> keysOf(List<Surl> surls) {
    return new HashSet<>(surls.stream().map(this::keyOf).toList());
  }

  private List<LifetimeStatus> told(List<Surl> surls, PinRenewal.Renewed renewed) {
    return surls.stream()
        .map(
            surl -> {
              NameKey key = keyOf(surl);
              Instant end = renewed.ends().get(key);
              return new LifetimeStatus(
                  surl,
                  status(renewed.known().contains(key), end != null),
                  OptionalInt.empty(),
                  end == null
                      ? OptionalInt.empty()
                      : OptionalInt.of(Lifetimes.secondsLeft(renewed.now(), end)));
            })
        .toList();
  }

  private static ReturnStatus status(boolean known, boolean extended) {
    if (!known) {
      return RequestFiles.stranger();
    }
    return extended
        ? ReturnStatus.success()
        : ReturnStatus.of(SrmStatus.INVALID_REQUEST, "there is no pin that holds");
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private NameKey keyOf(Surl surl) {
    return NameKey.of(surl, locator.locate(surl));
  }
}
