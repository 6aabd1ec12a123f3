package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.EntryFacts;

/**
 * Recalls files from tape for an administrator, by an ordinary request that belongs to no
 * certificate. It waits for a day, and pins for a minute. Thread safe.
 */
public final class RequestedReturn {
  private static final RequestOwner ADMINISTRATOR =
      new RequestOwner("the administrator", Optional.empty(), Optional.empty());
  private static final Lifetimes LIFETIMES =
      new Lifetimes(Duration.ofDays(1), Duration.ofMinutes(1));

  private final Transactions transactions;
  private final TokenSource tokens;
  private final PinEntry entry;
  private final CertainFiles certain = new CertainFiles();
  private final StoredFiles files = new StoredFiles();
  private final RequestTable requests = new RequestTable();
  private final PinTable pins = new PinTable();

  public RequestedReturn(Transactions transactions, Staging staging, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.entry = new PinEntry(staging);
  }

  /** The identifier of a file, if it is certain. */
  public Optional<UUID> identity(Place place, EntryFacts facts) {
    return transactions.read(sql -> files.identity(sql, place.area().name(), place.path(), facts));
  }

  /** Requests one file. Returns why that is impossible; empty on success. */
  public Optional<ReturnStatus> ask(Surl surl, Place place) {
    Instant now = tokens.now();
    FileLook.Seen seen = FileLook.at(place, now, WantedTurl.NONE);
    if (seen.failure().isPresent()) {
      return seen.failure();
    }
    RequestHead head =
        RequestHead.begin(
            tokens.token(now), RequestKind.BRING_ONLINE, ADMINISTRATOR, "", now, LIFETIMES);
    RequestHead kept = head.keptUntil(head.deadline().plus(LIFETIMES.pin()));
    Pin waiting =
        new Pin(
            head.token(),
            0,
            surl,
            seen.key(),
            PinState.WAITING,
            Optional.of(new Pin.Waiting(WaitReason.TAPE, now)),
            Optional.empty(),
            Optional.empty(),
            seen.size(),
            head.deadline(),
            LIFETIMES.pin(),
            Optional.empty());
    PinEntry.Looked looked =
        new PinEntry.Looked(waiting, seen, Asker.of(ADMINISTRATOR.dn()), false);
    transactions.run(
        sql -> {
          // A token that is there already is our own: the commit that seemed to fail did not.
          if (requests.insert(sql, kept)) {
            List<Pin> decided = entry.decide(sql, certain.of(sql, List.of(looked)), now);
            pins.insert(Dialogue.within(sql), decided, Map.of());
          }
          return kept;
        });
    return Optional.empty();
  }
}
