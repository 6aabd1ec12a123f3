package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.Owner;

/** srmPutDone (GFD.129 section 5.7). A file nothing was written to is an empty file. */
public final class PutDone {
  private final PutLookup lookup;
  private final Mapping mapping;
  private final Sealing sealing;
  private final Publication publication;
  private final PutEnding ending;
  private final TokenSource tokens;

  PutDone(
      PutLookup lookup,
      Mapping mapping,
      Sealing sealing,
      Publication publication,
      PutEnding ending,
      TokenSource tokens) {
    this.lookup = lookup;
    this.mapping = mapping;
    this.sealing = sealing;
    this.publication = publication;
    this.ending = ending;
    this.tokens = tokens;
  }

  /** As {@link org.bora.api.put.PutCalls#putDone}. */
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
                reply(request.surls(), keys, done(call, put, request.surls(), keys, owner, now));
          };
    };
  }

  private static SurlStatusesReply refused(ReturnStatus status) {
    return new SurlStatusesReply(status, List.of());
  }

  /** The first mention of a name gets its result, a further one that it has been done. */
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

  private Map<NameKey, ReturnStatus> done(
      Call call, PutFiles put, List<Surl> surls, List<NameKey> keys, Owner owner, Instant now) {
    Map<NameKey, PutRow> byName = PutLookup.byName(put.files());
    Map<NameKey, ReturnStatus> results = new LinkedHashMap<>();
    Map<UUID, Integer> places = new HashMap<>();
    Set<NameKey> begun = new HashSet<>();
    List<PutRow> whole = new ArrayList<>();
    for (int at = 0; at < keys.size(); at++) {
      NameKey key = keys.get(at);
      if (results.containsKey(key) || begun.contains(key)) {
        continue;
      }
      Optional<PutRow> row = Optional.ofNullable(byName.get(key)).map(one -> current(one, now));
      Optional<ReturnStatus> settled = settled(call, row);
      if (settled.isPresent()) {
        results.put(key, settled.get());
      } else {
        checkPatience(call);
        switch (sealing.seal(row.get(), owner, now)) {
          case Sealing.Verdict.Wanting(ReturnStatus status) -> results.put(key, status);
          case Sealing.Verdict.Whole(PutRow sealed) -> {
            whole.add(sealed);
            places.put(sealed.upload().id(), at);
            begun.add(key);
          }
        }
      }
    }
    Map<UUID, ReturnStatus> published = publication.publish(whole, put.head().owner().dn(), now);
    for (PutRow row : whole) {
      ReturnStatus status = published.get(row.upload().id());
      int at = places.get(row.upload().id());
      results.put(keys.get(at), status);
      if (status.code() == SrmStatus.SUCCESS) {
        Rulings.noteBytes(surls.get(at), row.size().orElseThrow());
      }
    }
    return results;
  }

  /** What is to be said of a file that is not being written; empty for one that is. */
  private static Optional<ReturnStatus> settled(Call call, Optional<PutRow> row) {
    if (row.isEmpty()) {
      return Optional.of(ReturnStatus.of(SrmStatus.INVALID_PATH, "the request has no such file"));
    }
    if (row.get().state() == PutState.SPACE_AVAILABLE) {
      return Optional.empty();
    }
    return Optional.of(isOurs(call, row.get()) ? ReturnStatus.success() : refusal(row.get()));
  }

  /** A checksum takes as long as reading the file does: one that is begun is kept for next time. */
  private void checkPatience(Call call) {
    if (tokens.now().isAfter(call.deadline())) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT,
          "not all files could be checked in time; srmPutDone again goes on where this stopped",
          null);
    }
  }

  /** Another backend did it a moment ago, and could not say so any more. */
  private static boolean isOurs(Call call, PutRow row) {
    return call.repeated() && row.state() == PutState.STORED;
  }

  /** An overdue put ends here and now, instead of waiting for the sweep. */
  private PutRow current(PutRow row, Instant now) {
    return row.isOverdue(now)
        ? ending.end(List.of(row), PutState.Event.PIN_OVER, now).getFirst()
        : row;
  }

  /** What srmPutDone says to a file that is not being written. */
  static ReturnStatus refusal(PutRow row) {
    return switch (row.state()) {
      case STORED -> again();
      case ABORTED -> ReturnStatus.of(SrmStatus.ABORTED, "the file was aborted or removed");
      case EXPIRED ->
          ReturnStatus.of(SrmStatus.FILE_LIFETIME_EXPIRED, "the pin ended before srmPutDone");
      case FAILED -> ReturnStatus.of(row.failure().orElseThrow(), row.explanation());
      case SPACE_AVAILABLE ->
          ReturnStatus.of(SrmStatus.FAILURE, "the storage does not answer for this file");
    };
  }

  private static ReturnStatus again() {
    return ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "srmPutDone was done for this file");
  }
}
