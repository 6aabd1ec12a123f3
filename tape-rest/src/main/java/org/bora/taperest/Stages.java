package org.bora.taperest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.StatReply;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The calls of the API to the engine, for the caller of one request.
 *
 * @param calls makes the context of a call
 * @param host of the service in SURLs
 */
record Stages(Backend backend, Supplier<Call> calls, String host) {
  /** Paths of one question for archive information. */
  static final int LOOKS_AT_A_TIME = 1000;

  private static final StatReply.Entry NOT_LOOKED_AT =
      new StatReply.Entry(
          "",
          ReturnStatus.of(
              SrmStatus.INTERNAL_ERROR, "it was not checked in time; repeat the request"),
          Optional.empty());

  Stages {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(host, "host");
  }

  /**
   * Begins a stage request; files that cannot be staged fail individually. Returns the identifier.
   * Each request has a name, so that a repeated call after a lost answer does not begin a second
   * request, which the client would not know.
   *
   * @param name given by the client, so that it can repeat the request
   */
  String stage(List<WantedFile> wanted, Optional<String> name) throws Refused {
    List<SourceFile> files = wanted.stream().map(file -> file.source(host)).toList();
    GetReply reply =
        backend.call(
            Catalogue.BRING_ONLINE,
            calls.get(),
            new GetRequest(
                files,
                "",
                OptionalInt.of(Integer.MAX_VALUE), // the longest that there is
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.of(name.orElseGet(() -> "a request without a key, " + UUID.randomUUID())),
                true));
    if (reply.status().code() == SrmStatus.DUPLICATION_ERROR && reply.token().isEmpty()) {
      throw new Refused(HttpStatus.UNPROCESSABLE_ENTITY_422, StageTarget.error(reply.status()));
    }
    return reply.token().orElseThrow(() -> Refused.of(reply.status()));
  }

  /** All files of a request, in its order, for a caller who may look at them. */
  List<StageTarget> told(GetReply reply) throws Refused {
    List<StageTarget> targets = reply.files().stream().map(StageTarget::of).toList();
    TokenRights.mayLook(calls.get().caller().grant(), targets);
    return targets;
  }

  private List<StageTarget> targets(String id) throws Refused {
    return reply(id).files().stream().map(StageTarget::of).toList();
  }

  /** The engine's answer about a request: one object for all concurrent callers. */
  GetReply reply(String id) throws Refused {
    GetReply reply =
        backend.call(
            Catalogue.STATUS_OF_BRING_ONLINE, calls.get(), new StatusRequest(id, List.of(), true));
    if (reply.token().isEmpty()) {
      throw refused(reply.status());
    }
    return reply;
  }

  /** What is wrong with a token is that there is no such request. */
  private static Refused refused(ReturnStatus status) {
    return status.code() == SrmStatus.INVALID_REQUEST
        ? new Refused(HttpStatus.NOT_FOUND_404, "no such stage request")
        : Refused.of(status);
  }

  /**
   * Releases files: waiting ones become CANCELLED, staged ones stay COMPLETED. Without effect if
   * one of the paths is not in the request.
   *
   * <p>The engine decides for each file by its state at that time: a file that was staged after the
   * states were read here may have been reported as COMPLETED, and stays so. Both cancel and
   * release need this.
   */
  void giveBack(String id, Collection<SentPath> paths) throws Refused {
    List<StageTarget> named = named(targets(id), paths);
    TokenRights.mayEnd(calls.get().caller().grant(), named);
    release(
        id,
        named.stream()
            .filter(
                target ->
                    !target.state().isFinal() || target.state() == StageTarget.State.COMPLETED)
            .map(target -> target.path().surl(host))
            .toList());
  }

  private void release(String id, List<Surl> surls) throws Refused {
    if (!surls.isEmpty()) {
      done(
          backend
              .call(
                  Catalogue.RELEASE_FILES,
                  calls.get(),
                  new ReleaseRequest(Optional.of(id), surls, false))
              .status());
    }
  }

  /**
   * What becomes of single files was decided before: a file whose state has changed since needs
   * nothing.
   */
  private static void done(ReturnStatus status) throws Refused {
    switch (status.code()) {
      case SUCCESS, PARTIAL_SUCCESS, ABORTED, FAILURE, INVALID_PATH -> {}
      default -> throw refused(status);
    }
  }

  /** The files of the request that these paths name. */
  private static List<StageTarget> named(List<StageTarget> targets, Collection<SentPath> paths)
      throws Refused {
    Map<String, StageTarget> byName = new HashMap<>();
    targets.forEach(target -> byName.putIfAbsent(target.path().name(), target));
    List<StageTarget> named = new ArrayList<>();
    for (SentPath path : paths) {
      StageTarget target = byName.get(path.name());
      if (target == null) {
        throw new Refused(
            HttpStatus.BAD_REQUEST_400, path.text() + " is not a file of this stage request");
      }
      named.add(target);
    }
    return named;
  }

  /** Cancels what waits, and forgets the request. Asked once more where the answer was lost. */
  void delete(String id) throws Refused {
    // a request of another kind is not found
    TokenRights.mayEnd(calls.get().caller().grant(), targets(id));
    TokenRequest request = new TokenRequest(id);
    ReturnStatus status;
    try {
      status = backend.call(Catalogue.FORGET_REQUEST, calls.get(), request).status();
    } catch (BackendFailure lost) {
      if (lost.kind() == BackendFailure.Kind.PERMANENT) {
        throw lost;
      }
      status = backend.call(Catalogue.FORGET_REQUEST, calls.get().again(), request).status();
    }
    if (status.code() != SrmStatus.SUCCESS) {
      throw refused(status);
    }
  }

  /**
   * The localities of files, in the order of the paths. They are queried in parts with one
   * deadline: if it passes before the last part, the remaining files are reported as not checked.
   */
  List<StatReply.Entry> archiveInfo(Collection<SentPath> paths) throws Refused {
    List<Surl> surls = paths.stream().map(path -> path.surl(host)).toList();
    Call call = calls.get();
    List<StatReply.Entry> entries = new ArrayList<>();
    for (int from = 0; from < surls.size(); from += LOOKS_AT_A_TIME) {
      List<Surl> part = surls.subList(from, Math.min(surls.size(), from + LOOKS_AT_A_TIME));
      try {
        entries.addAll(look(call, part));
      } catch (BackendFailure late) {
        if (late.kind() != BackendFailure.Kind.TIMED_OUT || entries.isEmpty()) {
          throw late;
        }
        surls.subList(from, surls.size()).forEach(surl -> entries.add(NOT_LOOKED_AT));
        return entries;
      }
    }
    return entries;
  }

  private List<StatReply.Entry> look(Call call, List<Surl> surls) throws Refused {
    StatReply reply = backend.call(Catalogue.STAT, call, new SurlsRequest(surls));
    if (reply.entries().size() != surls.size()) {
      throw Refused.of(reply.status());
    }
    return reply.entries();
  }
}
