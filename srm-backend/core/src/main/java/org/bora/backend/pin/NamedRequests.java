package org.bora.backend.pin;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.bulkhead.WaitingCaller;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;

/**
 * Requests with a name given by the caller. A repeated request, because the answer was lost or
 * because two came at the same time, returns the existing one. The name is stored and deleted
 * together with the request, so a kill at any point leaves both or neither. Thread safe.
 */
public final class NamedRequests {
  private final Transactions transactions;
  private final SecondLook secondLook;
  private final TokenSource tokens;
  private final Executor beside;
  private final PinTable pins = new PinTable();
  private final RequestNameTable names = new RequestNameTable();

  /**
   * @param beside checks files on other threads
   */
  NamedRequests(
      Transactions transactions, SecondLook secondLook, TokenSource tokens, Executor beside) {
    this.transactions = transactions;
    this.secondLook = secondLook;
    this.tokens = tokens;
    this.beside = beside;
  }

  /**
   * Finds or begins a request.
   *
   * @param begin inserts it if there is none
   */
  public Pinning.Outcome once(Call call, GetRequest request, Supplier<Pinning.Outcome> begin) {
    Optional<RequestName> name =
        request.name().map(given -> RequestName.of(call.caller().dn(), given));
    if (name.isEmpty()) {
      return begin.get();
    }
    Optional<Pinning.Outcome> known = find(call, name.get(), request);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      return begin.get();
    } catch (RequestNameTable.NameTaken taken) {
      // its owner may have deleted it since
      return find(call, name.get(), request)
          .orElseThrow(
              () ->
                  new BackendFailure(
                      BackendFailure.Kind.TRANSIENT,
                      "a request of this name has just gone",
                      taken));
    }
  }

  private Optional<Pinning.Outcome> find(Call call, RequestName name, GetRequest request) {
    return transactions
        .read(sql -> names.find(sql, name).flatMap(token -> pins.find(sql, token)))
        .flatMap(found -> same(call, found, request));
  }

  /** Empty where the request was deleted meanwhile. */
  private Optional<Pinning.Outcome> same(Call call, PinnedFiles found, GetRequest request) {
    boolean expands = request.files().stream().anyMatch(file -> file.recursion().isPresent());
    if (!expands && !surls(found).equals(request.surls())) {
      return Optional.of(
          new Pinning.Outcome.Refused(
              ReturnStatus.of(
                  SrmStatus.DUPLICATION_ERROR,
                  "another request of yours, for other files, has this name")));
    }
    // what its files are like can be told later, that it is there must be told now
    Duration most = Duration.between(tokens.now(), call.deadline()).dividedBy(2);
    return WaitingCaller.unlessSilent(
            beside, () -> secondLook.known(found), most, Optional.of(found))
        .map(files -> new Pinning.Outcome.Known(files, tokens.now()));
  }

  private static List<?> surls(PinnedFiles found) {
    return found.files().stream().map(Pin::surl).toList();
  }
}
