package org.bora.http.accesskey;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.accesskey.AccessKeyReply;
import org.bora.api.accesskey.ChangeAccessKeyRequest;
import org.bora.api.accesskey.ChangeAccessKeyRequest.Change;
import org.bora.api.accesskey.CreateAccessKeyRequest;
import org.bora.api.accesskey.ListAccessKeysRequest;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.Admission;
import org.bora.door.http.Exchange;
import org.bora.door.http.HttpService;
import org.bora.door.http.PageOrigin;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/**
 * Users create, list, change and remove their own access keys, with their certificate or token.
 * Bodies of requests are ignored. Thread safe.
 */
public final class KeyService implements HttpService {
  /** Where the keys of the caller are. */
  public static final String PATH = "/.well-known/bora/s3-keys";

  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";
  private static final String NAME = "Idempotency-Key";

  private final Backend backend;
  private final Admission calls;

  /**
   * @param backend executes all calls
   * @param calls admits requests
   */
  public KeyService(Backend backend, Admission calls) {
    this.backend = Objects.requireNonNull(backend, "backend");
    this.calls = Objects.requireNonNull(calls, "calls");
  }

  @Override
  public boolean isFor(Request request) {
    String path = request.getHttpURI().getPath();
    return path != null && (path.equals(PATH) || path.startsWith(PATH + "/"));
  }

  @Override
  public String name(Request request) {
    boolean one = !request.getHttpURI().getPath().equals(PATH);
    return switch (request.getMethod()) {
      case "GET", "HEAD" -> "s3KeysList";
      case "DELETE" -> "s3KeysRemove";
      default -> one ? "s3KeysChange" : "s3KeysCreate";
    };
  }

  @Override
  public Admission room(Request request) {
    return calls;
  }

  @Override
  public boolean storesBody(Request request) {
    return false;
  }

  @Override
  public Body refusal(Request request, Refused refusal, String trace) {
    return new Body(PROBLEM, KeyAnswers.problem(refusal, trace));
  }

  @Override
  public void serve(Exchange exchange) throws Refused, IOException {
    exchange.header(HttpHeader.CACHE_CONTROL.asString(), "no-store");
    PageOrigin.refuseOthers(exchange, "access keys");
    String below = exchange.request().getHttpURI().getPath().substring(PATH.length());
    String[] parts = below.split("/", -1);
    String method = exchange.request().getMethod();
    switch (parts.length) {
      case 1 -> keys(exchange, method);
      case 2 -> key(exchange, method, parts[1]);
      case 3 -> change(exchange, method, parts[1], parts[2]);
      default -> throw missing();
    }
  }

  private void keys(Exchange exchange, String method) throws Refused, IOException {
    switch (method) {
      case "GET", "HEAD" -> {
        AccessKeyReply reply =
            backend.call(
                Catalogue.LIST_ACCESS_KEYS, exchange.calls().get(), new ListAccessKeysRequest());
        exchange.answer(HttpStatus.OK_200, JSON, KeyAnswers.list(checked(reply).keys()));
      }
      case "POST" -> create(exchange);
      default -> throw notAllowed(exchange, "GET, POST");
    }
  }

  private void create(Exchange exchange) throws Refused, IOException {
    Fields query = Request.extractQueryParameters(exchange.request());
    CreateAccessKeyRequest wanted =
        new CreateAccessKeyRequest(
            Optional.ofNullable(query.getValue("label")).orElse(""),
            lifetime(query.getValue("lifetime")),
            Optional.ofNullable(exchange.headers().get(NAME)).map(String::strip));
    AccessKeyReply reply =
        checked(backend.call(Catalogue.CREATE_ACCESS_KEY, exchange.calls().get(), wanted));
    exchange.header(HttpHeader.LOCATION.asString(), PATH + "/" + reply.keys().getFirst().id());
    exchange.answer(HttpStatus.CREATED_201, JSON, KeyAnswers.one(reply));
  }

  private static OptionalLong lifetime(String seconds) throws Refused {
    if (seconds == null) {
      return OptionalLong.empty();
    }
    if (!seconds.matches("[0-9]{1,10}")) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "\"lifetime\" must be a number of seconds");
    }
    return OptionalLong.of(Long.parseLong(seconds));
  }

  private void key(Exchange exchange, String method, String id) throws Refused {
    if (!method.equals("DELETE")) {
      throw notAllowed(exchange, "DELETE");
    }
    checked(changed(exchange, id, Change.REMOVE));
    exchange.begin(HttpStatus.NO_CONTENT_204);
  }

  private void change(Exchange exchange, String method, String id, String word)
      throws Refused, IOException {
    Optional<Change> change =
        switch (word) {
          case "enable", "disable", "rotate", "renew" ->
              Optional.of(Change.valueOf(word.toUpperCase(Locale.ROOT)));
          default -> Optional.empty();
        };
    if (change.isEmpty()) {
      throw missing();
    }
    if (!method.equals("POST")) {
      throw notAllowed(exchange, "POST");
    }
    AccessKeyReply reply = checked(changed(exchange, id, change.get()));
    exchange.answer(HttpStatus.OK_200, JSON, KeyAnswers.one(reply));
  }

  private AccessKeyReply changed(Exchange exchange, String id, Change change) {
    return backend.call(
        Catalogue.CHANGE_ACCESS_KEY,
        exchange.calls().get(),
        new ChangeAccessKeyRequest(id, change));
  }

  private static AccessKeyReply checked(AccessKeyReply reply) throws Refused {
    SrmStatus code = reply.status().code();
    return switch (code) {
      case SUCCESS -> reply;
      case EXCEED_ALLOCATION, DUPLICATION_ERROR, FAILURE ->
          throw new Refused(HttpStatus.CONFLICT_409, reply.status().explanation());
      default -> throw Refused.of(reply.status());
    };
  }

  private static Refused notAllowed(Exchange exchange, String methods) {
    exchange.header(HttpHeader.ALLOW.asString(), methods);
    return new Refused(HttpStatus.METHOD_NOT_ALLOWED_405, "this resource has " + methods);
  }

  private static Refused missing() {
    return new Refused(HttpStatus.NOT_FOUND_404, "there is no such resource");
  }
}
