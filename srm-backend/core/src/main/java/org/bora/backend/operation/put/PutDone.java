package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.BackendFailure;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.Rulings;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.RefusedPut;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.Owner;

/**
 * srmPutDone (GFD.129 section 5.10). A new file to which nothing was written is an empty file.
 *
 * <p>Clients delete a file after any answer except SRM_SUCCESS. So this is the answer to every call
 * that found the file still being written, or repeats such a call, whichever call stores the file
 * in the end. SRM_DUPLICATION_ERROR is only for calls that come after another one was answered.
 */
public final class PutDone {
  private final PutLookup lookup;
  private final Mapping mapping;
  private final Sealing sealing;
  private final Publication publication;
  private final PutPatience patience;
  private final TokenSource tokens;

  PutDone(
      PutLookup lookup,
      Mapping mapping,
      Sealing sealing,
      Publication publication,
      PutPatience patience,
      TokenSource tokens) {
    this.lookup = lookup;
    this.mapping = mapping;
    this.sealing = sealing;
    this.publication = publication;
    this.patience = patience;
    this.tokens = tokens;
  }

  /** As {@link org.bora.api.Catalogue#PUT_DONE}. */
  public SurlStatusesReply putDone(Call call, PutDoneRequest request) {
    if (request.surls().isEmpty()) {
      return refused(ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the request names no file"));
    }
    // Judged by when the client called, not by how long its checksum took.
    Instant now = tokens.now();
    List<NameKey> keys = request.surls().stream().map(lookup::keyOf).toList();
    return switch (lookup.find(call.caller(), request.token(), keys)) {
      case PutLookup.Found.No(ReturnStatus status) -> refused(status);
      case PutLookup.Found.Yes(PutFiles put) ->
          switch (mapping.map(call.caller())) {
            case Mapping.Mapped.Refused(String reason) ->
                refused(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason));
            case Mapping.Mapped.To(Owner owner, String _) ->
                reply(request.surls(), keys, done(new Asked(call, request, keys, owner, now), put));
          };
    };
  }

  private static SurlStatusesReply refused(ReturnStatus status) {
    return new SurlStatusesReply(status, List.of());
  }

  /** The first occurrence of a name gets its result, a later one that it is already done. */
  private static SurlStatusesReply reply(
      List<Surl> surls, List<NameKey> keys, Map<NameKey, ReturnStatus> results) {
    Map<NameKey, ReturnStatus> left = new HashMap<>(results);
    List<SurlStatus> files = new ArrayList<>();
    for (int at = 0; at < surls.size(); at++) {
      ReturnStatus status = left.put(keys.get(at), again());
      files.add(new SurlStatus(surls.get(at), status == null ? again() : status));
    }
    return new SurlStatusesReply(
        RequestStatus.of(files.stream().map(SurlStatus::status).toList()), files);
  }

  /** A call, and its names in their order. */
  private record Asked(
      Call call, PutDoneRequest request, List<NameKey> keys, Owner owner, Instant now) {}

  private Map<NameKey, ReturnStatus> done(Asked asked, PutFiles put) {
    Map<NameKey, PutRow> byName = PutLookup.byName(put.files());
    Map<NameKey, ReturnStatus> results = new LinkedHashMap<>();
    Map<NameKey, AcceptedPut> open = new LinkedHashMap<>();
    for (NameKey key : new LinkedHashSet<>(asked.keys())) {
      switch (look(asked, Optional.ofNullable(byName.get(key)))) {
        case Look.Settled(ReturnStatus status) -> results.put(key, status);
        case Look.Open(AcceptedPut row) -> open.put(key, row);
      }
    }
    PutTransfers.Seen seen = publication.transfers().look(open.values());
    open.values().removeIf(row -> isComing(row, seen, results));
    PutPatience.Extension extension =
        patience.begin(open.values(), asked.request().adler32().isEmpty(), asked.now());
    List<AcceptedPut> whole = new ArrayList<>();
    Map<NameKey, ReturnStatus> gone = new HashMap<>();
    List<AcceptedPut> lost = new ArrayList<>();
    open.forEach(
        (key, row) -> {
          checkPatience(asked.call());
          switch (sealing.seal(row, asked.owner(), asked.request().adler32(), asked.now())) {
            case Sealing.Verdict.Wanting(ReturnStatus status) -> results.put(key, status);
            case Sealing.Verdict.Other(ReturnStatus status) -> {
              results.put(key, status);
              lost.add(row);
            }
            case Sealing.Verdict.Gone(ReturnStatus status) -> {
              gone.put(key, status);
              lost.add(row);
            }
            case Sealing.Verdict.Whole(AcceptedPut sealed) -> whole.add(sealed);
          }
        });
    // before anything is stored: from the commit on nothing may fail the call
    results.putAll(whatBecameOf(gone, asked));
    Map<NameKey, ReturnStatus> reopened = publication.transfers().reopen(lost, seen);
    results.putAll(reopened);
    gone.keySet().removeAll(reopened.keySet());
    patience.takeBack(extension, gone.keySet().stream().map(open::get).toList(), asked.now());
    PublicationRound round =
        PublicationRound.first(
            put.head().owner().dn(), asked.call(), seen, asked.request().replaces());
    Map<UUID, ReturnStatus> published = publication.publish(whole, round, asked.now());
    whole.forEach(row -> results.put(row.key(), published.get(row.id())));
    note(asked, whole, results);
    return results;
  }

  private static boolean isComing(
      AcceptedPut row, PutTransfers.Seen seen, Map<NameKey, ReturnStatus> results) {
    Optional<ReturnStatus> refusal = seen.refusal(row);
    refusal.ifPresent(status -> results.put(row.key(), status));
    return refusal.isPresent();
  }

  /** For the audit log: the bytes of what the call stored. */
  private static void note(
      Asked asked, List<AcceptedPut> whole, Map<NameKey, ReturnStatus> results) {
    Map<NameKey, Surl> called = new HashMap<>();
    for (int at = 0; at < asked.keys().size(); at++) {
      called.putIfAbsent(asked.keys().get(at), asked.request().surls().get(at));
    }
    for (AcceptedPut row : whole) {
      if (results.get(row.key()).code() == SrmStatus.SUCCESS) {
        Rulings.noteBytes(called.get(row.key()), row.size().orElseThrow());
      }
    }
  }

  /**
   * The answer for files whose upload is gone: the result of another call.
   *
   * @param gone the answer for files that are still active
   */
  private Map<NameKey, ReturnStatus> whatBecameOf(Map<NameKey, ReturnStatus> gone, Asked asked) {
    if (gone.isEmpty()) {
      return gone;
    }
    List<NameKey> keys = List.copyOf(gone.keySet());
    return switch (lookup.find(asked.call().caller(), asked.request().token(), keys)) {
      case PutLookup.Found.No _ -> gone;
      case PutLookup.Found.Yes(PutFiles put) -> {
        Map<NameKey, ReturnStatus> told = new HashMap<>(gone);
        PutLookup.byName(put.files()).values().stream()
            .filter(row -> gone.containsKey(row.key()))
            .filter(row -> row.state() != PutState.SPACE_AVAILABLE)
            .forEach(row -> told.put(row.key(), told(row, true)));
        yield told;
      }
    };
  }

  private sealed interface Look {
    /** The file is being written. */
    record Open(AcceptedPut row) implements Look {}

    record Settled(ReturnStatus status) implements Look {}
  }

  private Look look(Asked asked, Optional<PutRow> found) {
    if (found.isEmpty()) {
      return new Look.Settled(
          ReturnStatus.of(SrmStatus.INVALID_PATH, "the request has no such file"));
    }
    boolean repeated = asked.call().repeated();
    if (!(found.get() instanceof AcceptedPut put && put.isOpen())) {
      return new Look.Settled(told(found.get(), repeated));
    }
    AcceptedPut current = patience.current(put, repeated, asked.now());
    return current.isOpen() ? new Look.Open(current) : new Look.Settled(told(current, true));
  }

  /** A checksum takes as long as reading the file, so one in progress is kept for the next call. */
  private void checkPatience(Call call) {
    if (tokens.now().isAfter(call.deadline())) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT,
          "not all files could be checked in time; repeat srmPutDone to continue",
          null);
    }
  }

  /**
   * The answer of srmPutDone for a file that is not being written any more.
   *
   * @param met whether the call found it being written, or repeats a call that may have done so
   */
  static ReturnStatus told(PutRow row, boolean met) {
    return switch (row) {
      case RefusedPut refused -> refused.why();
      case AcceptedPut put -> told(put, met);
    };
  }

  private static ReturnStatus told(AcceptedPut put, boolean met) {
    return switch (put.state()) {
      case STORED -> met || put.isStoredUntold() ? ReturnStatus.success() : again();
      case ABORTED -> ReturnStatus.of(SrmStatus.ABORTED, "the file was aborted or removed");
      case EXPIRED ->
          ReturnStatus.of(SrmStatus.FILE_LIFETIME_EXPIRED, "the pin ended before srmPutDone");
      case FAILED -> ReturnStatus.of(put.failure().orElseThrow(), put.explanation());
      case SPACE_AVAILABLE ->
          ReturnStatus.of(SrmStatus.FAILURE, "the storage does not answer for this file");
    };
  }

  private static ReturnStatus again() {
    return ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "srmPutDone was done for this file");
  }
}
