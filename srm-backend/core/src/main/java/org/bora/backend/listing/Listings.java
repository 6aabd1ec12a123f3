package org.bora.backend.listing;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.directory.LsReply;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.Ownership;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/**
 * The stored listings. The listing backend has a lease and renews it. When the lease ends, another
 * backend may start the next round, and later results of the dead one are ignored. Thread safe;
 * every method is one transaction or one statement.
 */
public final class Listings {
  /** Half of the smallest packet that a server takes by default, with room to spare. */
  private static final int MOST_PART_BYTES = 1 << 20;

  private static final Duration LEASE = Duration.ofMinutes(1);

  private static final String UNFINISHED =
      "the listing could not be finished; list fewer names or levels at once";

  /** After that many deaths the listing itself is taken for the cause. */
  private static final int MOST_ROUNDS = 3;

  private final Transactions transactions;
  private final ListingTable table = new ListingTable();
  private final RequestEventTable events = new RequestEventTable();
  private final RequestTable requests = new RequestTable();
  private final TokenSource tokens;
  private final ListingSettings settings;

  public Listings(Transactions transactions, TokenSource tokens, ListingSettings settings) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /** The right to work on a listing for a while; renewable. */
  public record Turn(RequestToken token, int round, Instant leaseUntil, Instant deadline) {
    public Turn {
      Objects.requireNonNull(token, "token");
      Objects.requireNonNull(leaseUntil, "leaseUntil");
      Objects.requireNonNull(deadline, "deadline");
    }

    /** Whether it is time to renew: when half of the lease is gone. */
    public boolean isStale(Instant now) {
      return now.isAfter(leaseUntil.minus(LEASE.dividedBy(2)));
    }
  }

  /** Makes a request of a listing that has been begun. */
  public Turn begin(Enquiry enquiry) {
    Instant now = tokens.now();
    Instant deadline = now.plus(settings.longest());
    RequestHead head =
        new RequestHead(
            tokens.token(now),
            RequestKind.LS,
            RequestOwner.alone(enquiry.caller()),
            "",
            now,
            deadline,
            deadline.plus(settings.kept()),
            false);
    Instant lease = now.plus(LEASE);
    transactions.run(
        sql -> {
          // A token that is there already is our own: the commit that seemed to fail did not.
          if (requests.insert(sql, head)) {
            table.insert(sql, head.token(), enquiry, lease);
          }
          return head;
        });
    return new Turn(head.token(), 1, lease, deadline);
  }

  /** The listings of these requests, in one statement. */
  List<KeptListing> of(Collection<RequestHead> heads) {
    return transactions
        .read(sql -> table.find(sql, heads.stream().map(RequestHead::token).toList()))
        .stream()
        .flatMap(found -> found.listing().stream())
        .toList();
  }

  /** The listing behind a token, for its owner. */
  public sealed interface Found {
    record Yes(KeptListing listing) implements Found {}

    record No(ReturnStatus status) implements Found {}
  }

  public Found find(Caller caller, String token) {
    Optional<ListingTable.Found> found =
        RequestToken.parse(token)
            .flatMap(
                id -> transactions.read(sql -> table.find(sql, List.of(id))).stream().findFirst());
    if (found.isEmpty()) {
      return new Found.No(Ownership.unknown());
    }
    Optional<ReturnStatus> refusal = Ownership.refusal(found.get().head(), caller, RequestKind.LS);
    if (refusal.isPresent()) {
      return new Found.No(refusal.get());
    }
    return found
        .get()
        .listing()
        .<Found>map(Found.Yes::new)
        .orElseGet(() -> new Found.No(Ownership.unknown()));
  }

  /**
   * The right to restart the listing of a dead backend; empty if its lease is still valid, if
   * another backend was faster, or after too many attempts, when the listing has failed.
   */
  public Optional<Turn> takeOver(KeptListing listing) {
    Instant now = tokens.now();
    if (listing.state() != ListingState.LISTING
        || listing.head().suspended()
        || now.isBefore(listing.leaseUntil())) {
      return Optional.empty();
    }
    RequestToken token = listing.head().token();
    if (listing.round() == MOST_ROUNDS || now.isAfter(listing.head().deadline())) {
      end(token, listing.round(), ReturnStatus.of(SrmStatus.FAILURE, UNFINISHED));
      return Optional.empty();
    }
    Instant lease = now.plus(LEASE);
    // Where the answer to the commit was lost no backend lists until this lease is over, too.
    return transactions.run(sql -> table.take(sql, listing, lease))
        ? Optional.of(new Turn(token, listing.round() + 1, lease, listing.head().deadline()))
        : Optional.empty();
  }

  /** The turn with a new lease; empty if another backend has it, or the listing was aborted. */
  public Optional<Turn> renew(Turn turn) {
    Instant lease = tokens.now().plus(LEASE);
    return transactions.run(sql -> table.renew(sql, turn.token(), turn.round(), lease))
        ? Optional.of(new Turn(turn.token(), turn.round(), lease, turn.deadline()))
        : Optional.empty();
  }

  /** Stores the result. Without effect if the turn has ended. */
  public void finish(Turn turn, LsReply reply) {
    byte[] bytes = ReplyEncoding.encode(reply);
    List<byte[]> parts = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += MOST_PART_BYTES) {
      parts.add(Arrays.copyOfRange(bytes, from, Math.min(from + MOST_PART_BYTES, bytes.length)));
    }
    transactions.run(
        sql -> {
          if (table.end(sql, turn.token(), turn.round(), ListingState.LISTED, reply.status())) {
            table.insertResult(sql, turn.token(), parts);
          }
          return parts;
        });
  }

  /** Abandons the listing. Without effect if the turn has ended. */
  public void fail(Turn turn, ReturnStatus outcome) {
    end(turn.token(), turn.round(), outcome);
  }

  private void end(RequestToken token, int round, ReturnStatus outcome) {
    transactions.run(sql -> table.end(sql, token, round, ListingState.FAILED, outcome));
  }

  /**
   * The result of a listing that is LISTED; empty if it was deleted.
   *
   * @param offset number of children of each requested name to skip
   * @param count largest number of children of each of them
   */
  public Optional<LsReply> found(KeptListing listing, int offset, int count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    transactions.read(sql -> table.result(sql, listing.head().token())).forEach(bytes::writeBytes);
    return bytes.size() == 0
        ? Optional.empty()
        : Optional.of(ReplyEncoding.decode(bytes.toByteArray(), offset, count));
  }

  /**
   * Aborts a listing for its client; the listing backend notices it at the next renewal. An ended
   * listing stays.
   *
   * @param by the caller, for the time line
   */
  public void abort(RequestToken token, ChangedBy by) {
    transactions.talk(
        dialogue -> {
          boolean aborted = table.abort(dialogue.ask(), token);
          if (aborted) {
            events.add(dialogue, token, RequestEvent.Kind.ABORTED, by, tokens.now(), 0);
          }
          return aborted;
        });
  }

  /**
   * Deletes the results of listings after their retention.
   *
   * @return the number of deleted results
   */
  public int forget(Instant now, int most) {
    return transactions.run(sql -> table.deleteResults(sql, now, most));
  }
}
