package org.bora.backend.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.backend.database.Transactions;
import org.bora.backend.desk.RequestListTable.Count;
import org.bora.backend.pin.PinState;
import org.bora.backend.request.PutState;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/**
 * Shows the requests of all callers. Each question costs a few bounded statements. Thread safe;
 * blocks.
 */
public final class RequestDesk {
  /** The number of requests that are read for a page, whatever the filter is. */
  public static final int LOOKED_AT = 1000;

  /** Requests of a page. */
  public static final int MOST = 500;

  /** All states that a file of a request can be told in, as they are stored, sorted. */
  public static final List<String> STATES =
      Stream.of(
              Stream.of(PutState.values()).map(Enum::name),
              Stream.of(PinState.values()).map(Enum::name),
              Stream.of("QUEUED", "RUNNING", "DONE", "ABORTED", "FAILED"))
          .flatMap(states -> states)
          .distinct()
          .sorted()
          .toList();

  private static final int MOST_FILES = 1000;

  /** States of files that something is still to become of. */
  private static final Set<String> OPEN =
      Set.of("SPACE_AVAILABLE", "PINNED", "WAITING", "QUEUED", "RUNNING");

  private final Transactions transactions;
  private final TokenSource tokens;
  private final RequestListTable table = new RequestListTable();
  private final RequestEventTable events = new RequestEventTable();

  public RequestDesk(Transactions transactions, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * A page of requests, the newest first.
   *
   * @param most 1 to {@link #MOST}
   */
  public RequestPage list(RequestFilter filter, int most) {
    if (most < 1 || most > MOST) {
      throw new IllegalArgumentException("a page has 1 to " + MOST + " requests, not " + most);
    }
    Instant now = tokens.now();
    List<RequestToken> looked = transactions.read(sql -> table.tokens(sql, filter, now, LOOKED_AT));
    List<RequestLine> page = new ArrayList<>();
    int seen = 0;
    // a page's worth at a time: who asks for ten of the newest reads no thousand
    for (int from = 0; from < looked.size() && page.size() < most; from += most) {
      List<RequestToken> part = looked.subList(from, Math.min(looked.size(), from + most));
      Map<String, RequestLine> lines = lines(part, now);
      for (int i = 0; i < part.size() && page.size() < most; i++, seen++) {
        // one that was deleted meanwhile has no line
        Optional.ofNullable(lines.get(part.get(i).toString()))
            .filter(line -> isWanted(line, filter))
            .ifPresent(page::add);
      }
    }
    boolean more = seen < looked.size() || looked.size() == LOOKED_AT;
    Optional<String> next = more ? Optional.of(looked.get(seen - 1).toString()) : Optional.empty();
    return new RequestPage(now, page, next);
  }

  private static boolean isWanted(RequestLine line, RequestFilter filter) {
    return filter.kind().map(kind -> kind.name().equals(line.kind())).orElse(true)
        && filter.owner().map(line.owner()::equals).orElse(true)
        && filter.vo().map(vo -> line.vo().equals(Optional.of(vo))).orElse(true)
        && filter.state().map(line.files()::containsKey).orElse(true)
        && (!filter.openOnly() || line.open());
  }

  /** Requests by their tokens, without deleted ones. */
  private Map<String, RequestLine> lines(List<RequestToken> some, Instant now) {
    Map<RequestToken, List<Count>> counts =
        transactions.read(sql -> table.counts(sql, some, now)).stream()
            .collect(Collectors.groupingBy(Count::token));
    Map<String, RequestLine> lines = new HashMap<>();
    transactions
        .read(sql -> table.heads(sql, some))
        .forEach(
            head ->
                lines.put(
                    head.token().toString(),
                    line(head, counts.getOrDefault(head.token(), List.of()))));
    return lines;
  }

  private static RequestLine line(RequestHead head, List<Count> counts) {
    Map<String, Long> files = new HashMap<>();
    counts.forEach(count -> files.merge(count.state(), count.files(), Long::sum));
    return new RequestLine(
        head.token().toString(),
        head.kind().name(),
        head.owner().dn(),
        head.owner().vo(),
        head.owner().role(),
        head.description(),
        head.created(),
        head.deadline(),
        head.ends(),
        head.suspended(),
        files.keySet().stream().anyMatch(OPEN::contains),
        files,
        counts.stream().mapToLong(Count::bytes).sum());
  }

  /** A request with its files and its time line; empty if there is none. */
  public Optional<RequestStory> story(RequestToken token) {
    Instant now = tokens.now();
    Optional<RequestLine> line =
        Optional.ofNullable(lines(List.of(token), now).get(token.toString()));
    return line.map(
        found -> {
          List<RequestFileLine> files =
              transactions.read(sql -> table.files(sql, token, MOST_FILES));
          List<RequestEvent> changes =
              transactions.read(sql -> events.last(sql, token, TimeLine.MOST));
          long all =
              changes.size() < TimeLine.MOST
                  ? changes.size()
                  : transactions.read(sql -> events.count(sql, token));
          return TimeLine.of(found, files, changes, all);
        });
  }
}
