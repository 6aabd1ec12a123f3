package org.bora.backend.operation.request;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.RequestSummary;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.Ownership;
import org.bora.backend.request.Progress;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestLimits;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;

/**
 * srmGetRequestSummary (GFD.129 section 5.13): the database counts the files, with one statement
 * for the requests and one for each kind of files, for any number of them.
 */
public final class GetRequestSummary {
  private final RequestLimits limits;
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();
  private final AllRequestFiles files;

  GetRequestSummary(RequestLimits limits, Transactions transactions, AllRequestFiles files) {
    this.limits = limits;
    this.transactions = transactions;
    this.files = files;
  }

  /** As {@link org.bora.api.Catalogue#GET_REQUEST_SUMMARY}. */
  public RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    Optional<String> wrong = wrong(tokens.size());
    if (wrong.isPresent()) {
      return new RequestSummariesReply(
          ReturnStatus.of(SrmStatus.INVALID_REQUEST, wrong.get()), List.of());
    }
    Map<RequestToken, RequestHead> found = heads(tokens);
    Map<RequestToken, Progress> progress =
        files.progress(
            found.values().stream()
                .filter(head -> Ownership.refusal(head, call.caller()).isEmpty())
                .toList());
    List<RequestSummary> summaries =
        tokens.stream().map(token -> summary(call.caller(), token, found, progress)).toList();
    // A request that failed is summed up as well as one that did not: what counts is the answer.
    List<ReturnStatus> answers =
        summaries.stream()
            .map(one -> one.type().isPresent() ? ReturnStatus.success() : one.status())
            .toList();
    return new RequestSummariesReply(StatusAggregation.of(answers), summaries);
  }

  private Optional<String> wrong(int count) {
    if (count == 0) {
      return Optional.of("no token is given");
    }
    return count > limits.tokens()
        ? Optional.of(count + " tokens are given, allowed are " + limits.tokens())
        : Optional.empty();
  }

  private Map<RequestToken, RequestHead> heads(List<String> tokens) {
    List<RequestToken> parsed =
        tokens.stream().flatMap(text -> RequestToken.parse(text).stream()).distinct().toList();
    Map<RequestToken, RequestHead> found = new LinkedHashMap<>();
    if (!parsed.isEmpty()) {
      transactions
          .read(sql -> requests.heads(sql, parsed))
          .forEach(head -> found.put(head.token(), head));
    }
    return found;
  }

  private static RequestSummary summary(
      Caller caller,
      String text,
      Map<RequestToken, RequestHead> found,
      Map<RequestToken, Progress> progress) {
    Optional<RequestHead> head = RequestToken.parse(text).map(found::get);
    if (head.isEmpty()) {
      return refused(text, Ownership.unknown());
    }
    return Ownership.refusal(head.get(), caller)
        .map(why -> refused(text, why))
        .orElseGet(() -> told(text, head.get(), progress.get(head.get().token())));
  }

  private static RequestSummary told(String text, RequestHead head, Progress progress) {
    return new RequestSummary(
        text,
        progress.status(),
        Optional.of(head.kind().type()),
        OptionalInt.of(progress.total()),
        OptionalInt.of(progress.completed()),
        OptionalInt.of(progress.waiting()),
        OptionalInt.of(progress.failed()));
  }

  private static RequestSummary refused(String text, ReturnStatus why) {
    return new RequestSummary(
        text,
        why,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }
}
