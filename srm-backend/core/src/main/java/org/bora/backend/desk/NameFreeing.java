package org.bora.backend.desk;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.word.Surl;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/**
 * Frees a name by ending the put that holds it. The order names the put, because by the time of the
 * order another put may hold the name than the one that the administrator saw. Thread safe; blocks
 * as long as the filesystem does.
 */
public final class NameFreeing {
  private final Transactions transactions;
  private final Locator locator;
  private final PutEnding ending;
  private final TokenSource tokens;
  private final PutTable puts = new PutTable();
  private final RequestEventTable events = new RequestEventTable();

  public NameFreeing(
      Transactions transactions, Locator locator, PutEnding ending, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.ending = Objects.requireNonNull(ending, "ending");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /** The result of an order to free a name. */
  public sealed interface Freed {

    /** No storage area has the SURL. */
    record NoArea() implements Freed {}

    /** No put holds the name, and the request has no put for it. */
    record NotHeld() implements Freed {}

    /**
     * No put holds the name, and the put of the request has ended. An earlier order, whose answer
     * was lost, may have ended it.
     *
     * @param state in which it ended
     */
    record Over(String token, String owner, String state) implements Freed {}

    /** Another put than the named one holds the name; nothing was changed. */
    record HeldByOther(String token, String owner) implements Freed {}

    /**
     * The put has ended.
     *
     * @param state STORED if its file was already in its place, otherwise ABORTED or EXPIRED
     */
    record Done(String token, String owner, String state, Duration held) implements Freed {}

    /** The storage refused; the put is unchanged. */
    record Stuck(String token) implements Freed {}
  }

  /** The put that held the name when its row was locked, and as it is now. */
  private record Ended(Optional<AcceptedPut> holder, PutState state) {}

  /**
   * Ends the put of this request that holds a name, in one transaction with the lock on the name.
   * The uploaded bytes are removed; a published file stays, and so does a file that was to be
   * replaced.
   *
   * @param request of the put; a put of another request on the name stays
   * @param by the administrator, for the time line
   */
  public Freed free(Surl surl, RequestToken request, ChangedBy by) {
    if (!(locator.locate(surl) instanceof Place place)) {
      return new Freed.NoArea();
    }
    Instant now = tokens.now();
    NameKey name = NameKey.of(place);
    // lives longer than an attempt: the commit of one that seemed to fail may have been made
    AtomicReference<AcceptedPut> begun = new AtomicReference<>();
    Ended ended =
        transactions.toTheEnd().talk(dialogue -> end(dialogue, name, request, by, now, begun));
    Optional<AcceptedPut> meant = ended.holder().filter(row -> row.token().equals(request));
    if (meant.isEmpty()) {
      return notHeld(ended.holder(), name, request, Optional.ofNullable(begun.get()), now);
    }
    return ended.state().isTerminal()
        ? done(meant.get(), ended.state(), now)
        : new Freed.Stuck(request.toString());
  }

  private Freed.Done done(AcceptedPut held, PutState state, Instant now) {
    Instant since = held.writing().since();
    return new Freed.Done(
        held.token().toString(), owner(held), state.name(), Duration.between(since, now));
  }

  /** The put that was meant does not hold the name: it may have ended by an attempt of this. */
  private Freed notHeld(
      Optional<AcceptedPut> holder,
      NameKey name,
      RequestToken request,
      Optional<AcceptedPut> begun,
      Instant now) {
    Optional<PutFiles> over =
        transactions
            .read(sql -> puts.find(sql, request, Set.of(name)))
            .filter(found -> !found.files().isEmpty());
    if (over.isPresent() && begun.isPresent()) {
      return done(begun.get(), over.get().files().getFirst().state(), now);
    }
    if (holder.isPresent()) {
      return new Freed.HeldByOther(holder.get().token().toString(), owner(holder.get()));
    }
    return over.<Freed>map(
            found ->
                new Freed.Over(
                    request.toString(),
                    found.head().owner().dn(),
                    found.files().getFirst().state().name()))
        .orElseGet(Freed.NotHeld::new);
  }

  private Ended end(
      Dialogue dialogue,
      NameKey name,
      RequestToken request,
      ChangedBy by,
      Instant now,
      AtomicReference<AcceptedPut> begun) {
    List<AcceptedPut> holder = puts.lockOn(dialogue.ask(), name);
    List<AcceptedPut> after = holder;
    if (holder.stream().anyMatch(row -> row.token().equals(request))) {
      begun.set(holder.getFirst());
      after = ending.endLocked(dialogue, holder, PutState.Event.ABORT, now);
      events.add(dialogue, PutEnding.aborted(holder, after), RequestEvent.Kind.ABORTED, by, now);
    }
    return new Ended(
        holder.stream().findFirst(),
        after.stream().findFirst().map(AcceptedPut::state).orElse(PutState.ABORTED));
  }

  private String owner(AcceptedPut row) {
    return transactions
        .read(sql -> puts.find(sql, row.token(), Set.of(row.key())))
        .map(found -> found.head().owner().dn())
        .orElse("");
  }
}
