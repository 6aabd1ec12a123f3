package org.bora.backend.operation.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.copy.CopyFile;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/**
 * srmCopy (GFD.129 section 5.8): registers the files and has this backend copy them. The answer
 * waits a moment for small files; clients query the others with srmStatusOfCopyRequest.
 *
 * <p>Times are granted as for other requests, except that a total request time of 0 means the
 * default, because a copy needs some time.
 */
final class Copy {
  private static final String NO_CREDENTIAL =
      "nothing was delegated on this connection, and a copy acts for you at the other service: "
          + "delegate with the call (srmcp -delegate=true)";

  /** What is left of a call's time to bring the answer home. */
  private static final Duration WAY_HOME = Duration.ofMillis(500);

  private final CopyLimits limits;
  private final Transactions transactions;
  private final Locator locator;
  private final Sides sides;
  private final CopyQueue queue;
  private final RequestToken backend;
  private final TokenSource tokens;
  private final CopyReplies replies;
  private final CopyTable copies = new CopyTable();
  private final RequestTable requests = new RequestTable();

  Copy(
      CopyLimits limits,
      Transactions transactions,
      Locator locator,
      Sides sides,
      CopyQueue queue,
      RequestToken backend,
      TokenSource tokens) {
    this.limits = limits;
    this.transactions = transactions;
    this.replies = new CopyReplies(transactions);
    this.locator = locator;
    this.sides = sides;
    this.queue = queue;
    this.backend = backend;
    this.tokens = tokens;
  }

  /** As {@link org.bora.api.Catalogue#COPY}. */
  CopyReply copy(Call call, CopyRequest request) {
    Instant now = tokens.now();
    Optional<ReturnStatus> wrong = wrong(request, now);
    if (wrong.isPresent()) {
      return refused(wrong.get());
    }
    OptionalInt total =
        request.totalRequestTime().orElse(0) == 0
            ? OptionalInt.empty()
            : request.totalRequestTime();
    return switch (Lifetimes.grant(limits.terms().lifetimes(), total, OptionalInt.empty())) {
      case Lifetimes.Granted.No(String reason) ->
          refused(ReturnStatus.of(SrmStatus.INVALID_REQUEST, reason));
      case Lifetimes.Granted.Yes(Lifetimes granted) ->
          begin(call, request, new Lifetimes(granted.total(), Duration.ZERO), now);
    };
  }

  private Optional<ReturnStatus> wrong(CopyRequest request, Instant now) {
    Optional<String> flaw =
        limits
            .terms()
            .limits()
            .wrong(request.files().size())
            .or(() -> Lifetimes.wrong("file lifetime", request.fileLifetime()));
    if (flaw.isPresent()) {
      return Optional.of(ReturnStatus.of(SrmStatus.INVALID_REQUEST, flaw.get()));
    }
    if (request.credential().isEmpty()) {
      return Optional.of(ReturnStatus.of(SrmStatus.AUTHENTICATION_FAILURE, NO_CREDENTIAL));
    }
    return expired(request.credential().get(), now);
  }

  private static Optional<ReturnStatus> expired(DelegatedCredential credential, Instant now) {
    return credential.chain().stream()
        .map(certificate -> certificate.getNotAfter().toInstant())
        .filter(end -> !end.isAfter(now))
        .findFirst()
        .map(
            end ->
                ReturnStatus.of(
                    SrmStatus.AUTHENTICATION_FAILURE, "the delegated credential ended " + end));
  }

  private CopyReply begin(Call call, CopyRequest request, Lifetimes granted, Instant now) {
    RequestToken token = tokens.token(now);
    RequestHead head =
        RequestHead.begin(
            token,
            RequestKind.COPY,
            RequestOwner.of(call.caller(), areas(request)),
            request.description(),
            now,
            granted);
    String caller = call.caller().dn();
    List<CopyRow> rows = rows(token, request.files());
    int wanted = open(rows).size();
    int places = queue.book(caller, wanted);
    if (wanted > 0 && places == 0) {
      // nothing is stored: a caller who asks in a loop fills no table
      return refused(ReturnStatus.of(SrmStatus.FAILURE, tooMany().explanation()));
    }
    List<CopyRow> kept = within(rows, places);
    register(head, kept, caller, places);
    List<CopyRow> open = open(kept);
    if (open.isEmpty()) {
      return replies.of(new CopyFiles(head, kept), kept, now);
    }
    CopyJob.Shared shared = new CopyJob.Shared(head, call, request, open.size());
    queue.add(open.stream().map(row -> new CopyJob(shared, row)).toList());
    await(shared, call, now);
    CopyFiles standing =
        transactions.read(sql -> copies.find(sql, token)).orElse(new CopyFiles(head, kept));
    return replies.of(standing, standing.files(), tokens.now());
  }

  private static List<CopyRow> open(List<CopyRow> rows) {
    return rows.stream().filter(row -> !row.state().isTerminal()).toList();
  }

  /** The same files: the first ones within the limit are copied, the others fail. */
  private List<CopyRow> within(List<CopyRow> rows, int places) {
    List<CopyRow> kept = new ArrayList<>();
    int left = places;
    for (CopyRow row : rows) {
      boolean fails = !row.state().isTerminal() && left-- <= 0;
      kept.add(fails ? row.failed(tooMany()) : row);
    }
    return kept;
  }

  private ReturnStatus tooMany() {
    return ReturnStatus.of(
        SrmStatus.EXCEED_ALLOCATION,
        "%d of your files may wait or be copied at a time here; ask again when some have ended"
            .formatted(limits.files().openPerCaller()));
  }

  private void register(RequestHead head, List<CopyRow> rows, String caller, int places) {
    boolean done = false;
    try {
      transactions.run(
          sql -> {
            if (requests.insert(sql, head)) {
              copies.insert(sql, rows, backend, tokens.now().plus(limits.lease()));
            }
            return head;
          });
      done = true;
    } finally {
      if (!done) {
        queue.giveBack(caller, places);
      }
    }
  }

  private void await(CopyJob.Shared shared, Call call, Instant now) {
    Duration left = Duration.between(now, call.deadline()).minus(WAY_HOME);
    Duration patience = left.compareTo(limits.answerWithin()) < 0 ? left : limits.answerWithin();
    if (!patience.isPositive()) {
      return;
    }
    try {
      shared.awaitEnd(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<StorageArea> areas(CopyRequest request) {
    List<StorageArea> areas = new ArrayList<>();
    for (CopyFile file : request.files()) {
      for (Surl surl : List.of(file.source(), file.target())) {
        if (locator.locate(surl) instanceof Place place) {
          areas.add(place.area());
        }
      }
    }
    return areas;
  }

  private List<CopyRow> rows(RequestToken token, List<CopyFile> files) {
    List<CopyRow> rows = new ArrayList<>();
    for (int position = 0; position < files.size(); position++) {
      CopyFile file = files.get(position);
      CopyRow row = CopyRow.queued(token, position, file.source(), file.target());
      rows.add(refusal(file).map(row::failed).orElse(row));
    }
    return rows;
  }

  private Optional<ReturnStatus> refusal(CopyFile file) {
    if (file.recursion().isPresent()) {
      return Optional.of(
          ReturnStatus.of(
              SrmStatus.NOT_SUPPORTED, "directories are not copied as a whole: name their files"));
    }
    return sides
        .wrong(file.source(), file.target())
        .map(reason -> ReturnStatus.of(SrmStatus.INVALID_PATH, reason));
  }

  private static CopyReply refused(ReturnStatus status) {
    return new CopyReply(status, Optional.empty(), List.of(), OptionalInt.empty());
  }
}
