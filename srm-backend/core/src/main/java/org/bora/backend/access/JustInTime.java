package org.bora.backend.access;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.RmRequest;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.access.TurlGrants.Use;
import org.bora.backend.request.RequestToken;

/**
 * A backend that gives the caller's account access to the files before it returns their TURLs, and
 * takes it back when the request ends. A grant lasts as long as its pin, whose row is the only
 * record of the time. A put or get whose files cannot be opened, or whose caller leaves meanwhile,
 * is aborted, because no client learns its token.
 */
public record JustInTime(Backend backend, TurlGrants grants, UntoldRequests untold)
    implements Backend {
  private static final Set<Operation<?, ?>> GIVE_TURLS =
      Set.of(Catalogue.STATUS_OF_GET, Catalogue.STATUS_OF_PUT);

  public JustInTime {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(grants, "grants");
    Objects.requireNonNull(untold, "untold");
  }

  /** The same backend where no area opens its files just in time. */
  public static Backend of(Backend backend, TurlGrants grants, UntoldRequests untold) {
    return grants.areNeeded() ? new JustInTime(backend, grants, untold) : backend;
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    if (operation.equals(Catalogue.PREPARE_TO_GET) && question instanceof GetRequest get) {
      Optional<ReturnStatus> refusal = grants.refusal(call.caller(), get.surls());
      if (refusal.isPresent()) {
        return operation.answer().cast(refused(refusal.get()));
      }
    }
    R reply = backend.call(operation, call, question);
    if (operation.equals(Catalogue.PREPARE_TO_PUT)) {
      openNew(call.caller(), reply, untold::abortPut);
    } else if (operation.equals(Catalogue.PREPARE_TO_GET)) {
      openNew(call.caller(), reply, untold::abortGet);
    } else if (GIVE_TURLS.contains(operation)) {
      open(call.caller(), reply.token().or(() -> asked(question)), reply);
    }
    settle(question);
    return reply;
  }

  private static GetReply refused(ReturnStatus refusal) {
    return new GetReply(
        refusal, Optional.empty(), List.of(), OptionalInt.empty(), OptionalInt.empty());
  }

  private static Optional<String> asked(Object question) {
    return question instanceof StatusRequest status
        ? Optional.of(status.token())
        : Optional.empty();
  }

  /**
   * A caller that asks for a status has the token, so its request continues whatever happens to the
   * call.
   */
  private void openNew(Caller caller, Reply reply, Consumer<RequestToken> abort) {
    try {
      open(caller, reply.token(), reply);
      untold.requireCaller();
    } catch (RuntimeException e) {
      reply.token().ifPresent(token -> abort(token, abort, e));
      throw e;
    }
  }

  private void abort(String token, Consumer<RequestToken> abort, RuntimeException why) {
    try {
      RequestToken.parse(token).ifPresent(abort);
    } catch (RuntimeException e) {
      why.addSuppressed(e); // the request ends with its time
    }
    grants.settle(token);
  }

  /**
   * A file that had to wait gets its TURL from a status call, also by other callers with the token.
   */
  private void open(Caller caller, Optional<String> request, Reply reply) {
    switch (reply) {
      case GetReply get -> {
        List<Surl> readable =
            get.files().stream()
                .filter(file -> file.turl().isPresent())
                .map(GetFileStatus::surl)
                .toList();
        request.ifPresent(token -> grants.open(caller, token, Use.READ, readable));
      }
      case PutReply put -> {
        List<Surl> writable =
            put.files().stream()
                .filter(file -> file.turl().isPresent())
                .map(PutFileStatus::surl)
                .toList();
        request.ifPresent(token -> grants.open(caller, token, Use.WRITE, writable));
      }
      default -> {}
    }
  }

  /** What has ended with this call, or may have. */
  private void settle(Object question) {
    switch (question) {
      case PutDoneRequest done -> {
        grants.settle(done.token());
        // readers of the old content read nothing now
        grants.settle(done.surls());
      }
      case ReleaseRequest release ->
          release.token().ifPresentOrElse(grants::settle, () -> grants.settle(release.surls()));
      case AbortRequest abort -> grants.settle(abort.token());
      case AbortFilesRequest abort -> grants.settle(abort.token());
      // the files are gone with their lists; the directories on the way to them are not
      case RmRequest rm -> grants.settle(rm.surls());
      default -> {}
    }
  }
}
