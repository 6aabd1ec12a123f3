package org.bora.server.admin;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.desk.RequestDesk;
import org.bora.backend.desk.RequestFilter;
import org.bora.backend.desk.RequestLine;
import org.bora.backend.desk.RequestPage;
import org.bora.backend.desk.RequestStory;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;
import org.bora.server.audit.AuditTail;

/**
 * {@code /v1/requests}: all requests, one request with its time line, and the abort of a request.
 */
public final class RequestRoutes {
  private static final int USUAL = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(25);
  private static final int LONGEST_AGE_DAYS = 3650;

  private final RequestDesk desk;
  private final Backend backend;
  private final AuditTail audit;
  private final Clock clock;

  /**
   * @param backend executes aborts in the same way as for owners
   */
  public RequestRoutes(RequestDesk desk, Backend backend, AuditTail audit, Clock clock) {
    this.desk = Objects.requireNonNull(desk, "desk");
    this.backend = Objects.requireNonNull(backend, "backend");
    this.audit = Objects.requireNonNull(audit, "audit");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/requests", RequestPage.class, this::list),
        AdminRoute.look("/v1/requests/{token}", RequestAnswer.class, this::story),
        AdminRoute.change("POST", "/v1/requests/{token}/abort", AbortedRequest.class, this::abort));
  }

  private RequestPage list(AdminCall call) throws AdminRefusal {
    RequestFilter filter =
        new RequestFilter(
            isOpen(call),
            kind(call),
            call.parameter("caller"),
            call.parameter("vo"),
            state(call),
            before(call),
            after(call));
    return desk.list(filter, call.number("limit", USUAL, 1, RequestDesk.MOST));
  }

  private static boolean isOpen(AdminCall call) throws AdminRefusal {
    return switch (call.parameter("open").orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw AdminRefusal.mistake(
              "the parameter open cannot be used", "it is true or false", "leave it out for all");
    };
  }

  private static Optional<RequestKind> kind(AdminCall call) throws AdminRefusal {
    Optional<String> name = call.parameter("kind").map(kind -> kind.toUpperCase(Locale.ROOT));
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<RequestKind> kind =
        Arrays.stream(RequestKind.values()).filter(one -> one.name().equals(name.get())).findAny();
    if (kind.isEmpty()) {
      throw AdminRefusal.mistake(
          "the parameter kind cannot be used",
          "there is no such kind of request",
          "the kinds are "
              + Arrays.stream(RequestKind.values())
                  .map(RequestKind::name)
                  .collect(Collectors.joining(", ")));
    }
    return kind;
  }

  /** A state that is none would be answered as if there were no such request. */
  static Optional<String> state(AdminCall call) throws AdminRefusal {
    Optional<String> state = call.parameter("state").map(word -> word.toUpperCase(Locale.ROOT));
    if (state.isPresent() && !RequestDesk.STATES.contains(state.get())) {
      throw AdminRefusal.mistake(
          "the parameter state cannot be used",
          "there is no such state",
          "the states are " + String.join(", ", RequestDesk.STATES).toLowerCase(Locale.ROOT));
    }
    return state;
  }

  private Optional<Instant> before(AdminCall call) throws AdminRefusal {
    Optional<String> age = call.parameter("older");
    if (age.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(clock.instant().minus(Ages.read(age.get(), LONGEST_AGE_DAYS)));
  }

  private static Optional<RequestToken> after(AdminCall call) throws AdminRefusal {
    Optional<String> after = call.parameter("after");
    return after.isPresent() ? Optional.of(token(after.get())) : Optional.empty();
  }

  private static RequestToken token(String text) throws AdminRefusal {
    return RequestToken.parse(text)
        .orElseThrow(
            () ->
                AdminRefusal.mistake(
                    "this is no token of Bora's",
                    "a token has 36 characters, digits and hyphens",
                    "bora requests, or GET /v1/requests, lists them"));
  }

  private RequestStory known(AdminCall call) throws AdminRefusal {
    return desk.story(token(call.variable("token")))
        .orElseThrow(
            () ->
                AdminRefusal.missing(
                    "there is no such request",
                    "the token is wrong, or the request ended and was deleted (sweep.retention)",
                    "GET /v1/requests lists them; bora audit finds the results of older ones"));
  }

  /**
   * One request with its time line.
   *
   * @param audit lines of this process's audit log that name the request
   */
  record RequestAnswer(RequestStory story, AuditTail.AuditLines audit) {}

  private RequestAnswer story(AdminCall call) throws AdminRefusal {
    RequestStory story = known(call);
    return new RequestAnswer(story, audit.about("request", story.request().token()));
  }

  /**
   * The answer when an administrator aborts a request.
   *
   * @param status SRM_SUCCESS or SRM_PARTIAL_SUCCESS
   * @param told the explanation that the owner of the request would get, or that the request had
   *     already ended; may be empty
   * @param story the request after the abort
   */
  record AbortedRequest(String status, String told, RequestStory story) {}

  private AbortedRequest abort(AdminCall call) throws AdminRefusal {
    RequestLine request = known(call).request();
    // in the name of its owner: only the owner may, and it goes the way that every abort goes
    Caller owner = new Caller(request.owner(), "", List.of(), "");
    Call asked = new Call(owner, clock.instant().plus(PATIENCE), "admin");
    AbortRequest order = AbortRequest.ordered(request.token(), call.who().name(), reason(call));
    ReturnStatus status = backend.call(Catalogue.ABORT_REQUEST, asked, order).status();
    refuseUnlessDone(status);
    String told =
        request.open()
            ? status.explanation()
            : "the request had already ended; nothing was changed";
    return new AbortedRequest("SRM_" + status.code().name(), told, known(call));
  }

  /** The reason for an order, which may be left out. */
  static String reason(AdminCall call) throws AdminRefusal {
    return call.body().text().isEmpty()
        ? ""
        : call.body().texts(Set.of("reason")).getOrDefault("reason", "");
  }

  /** What came of none of its files is no abort, and is not recorded as one. */
  static void refuseUnlessDone(ReturnStatus status) throws AdminRefusal {
    if (!Set.of(SrmStatus.SUCCESS, SrmStatus.PARTIAL_SUCCESS).contains(status.code())) {
      throw new AdminRefusal(
          503,
          "the request is not aborted",
          "SRM_" + status.code().name() + " " + status.explanation(),
          "check its files with GET /v1/requests/{token}, remove the obstacle, then try again");
    }
  }
}
