package org.bora.taperest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.get.GetReply;
import org.bora.door.admit.Admission;
import org.bora.door.http.Exchange;
import org.bora.door.http.HttpService;
import org.bora.door.http.PageOrigin;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** The API: dispatches each call to its function. Thread safe. */
public final class TapeService implements HttpService {
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";

  /**
   * The parts of the service.
   *
   * @param backend executes all calls
   * @param calls admits requests
   * @param host of the service in SURLs
   * @param uri of version 1 for clients
   * @param site name of the site in the grid
   */
  public record Parts(
      Backend backend, Admission calls, String host, String uri, String site, TapeLimits limits) {
    public Parts {
      Objects.requireNonNull(backend, "backend");
      Objects.requireNonNull(calls, "calls");
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(uri, "uri");
      Objects.requireNonNull(site, "site");
      Objects.requireNonNull(limits, "limits");
    }
  }

  private final Parts parts;
  private final Bodies bodies;
  private final Questions questions;

  public TapeService(Parts parts) {
    this.parts = Objects.requireNonNull(parts, "parts");
    this.bodies = new Bodies(parts.limits());
    this.questions = new Questions(parts.limits(), parts.site());
  }

  private static Optional<Route> route(Request request) {
    return Route.of(request.getHttpURI().getPath());
  }

  @Override
  public boolean isFor(Request request) {
    return route(request).isPresent();
  }

  @Override
  public String name(Request request) {
    return route(request).orElseThrow().kind().label(request.getMethod());
  }

  @Override
  public Admission room(Request request) {
    return parts.calls();
  }

  @Override
  public boolean storesBody(Request request) {
    return false;
  }

  @Override
  public Body refusal(Request request, Refused refusal, String trace) {
    return new Body(PROBLEM, Answers.problem(refusal.status(), refusal.getMessage(), trace));
  }

  @Override
  public void serve(Exchange exchange) throws Refused, IOException {
    Route route = route(exchange.request()).orElseThrow();
    if (route.kind() == Route.Kind.UNKNOWN) {
      throw new Refused(HttpStatus.NOT_FOUND_404, "not a resource of this API");
    }
    String method = exchange.request().getMethod();
    if (!route.kind().allows(method)) {
      exchange.header(HttpHeader.ALLOW.asString(), route.kind().methods());
      throw new Refused(
          HttpStatus.METHOD_NOT_ALLOWED_405, "this resource has " + route.kind().methods());
    }
    if (!method.equals("GET") && !exchange.isHead()) {
      PageOrigin.refuseOthers(exchange, "stage requests");
    }
    Scopes.require(exchange.calls().get().caller().grant(), route.kind(), method);
    Stages stages = new Stages(parts.backend(), exchange.calls(), parts.host());
    switch (route.kind()) {
      case DISCOVERY ->
          exchange.answer(
              HttpStatus.OK_200,
              JSON,
              Answers.discovery(parts.site(), parts.uri(), parts.limits()));
      case DESCRIPTION -> exchange.answer(HttpStatus.OK_200, JSON, description());
      case STAGE -> stage(exchange, stages);
      case REQUEST -> request(exchange, stages, route.id());
      case CANCEL, RELEASE -> {
        read(exchange, body -> stages.giveBack(route.id(), questions.files(body)));
        exchange.answer(HttpStatus.OK_200);
      }
      case ARCHIVE_INFO ->
          readSome(
              exchange,
              (body, whole) -> archiveInfo(exchange, stages, questions.asked(body, whole)));
      case UNKNOWN -> throw new IllegalStateException("was refused before");
    }
  }

  private void stage(Exchange exchange, Stages stages) throws Refused, IOException {
    Optional<String> name = Fields.name(exchange.headers());
    String[] id = new String[1];
    read(exchange, body -> id[0] = stages.stage(questions.staging(body), name));
    exchange.header(HttpHeader.LOCATION.asString(), parts.uri() + "/stage/" + id[0]);
    exchange.answer(HttpStatus.CREATED_201, JSON, Answers.staged(id[0]));
  }

  private void request(Exchange exchange, Stages stages, String id) throws Refused, IOException {
    if (exchange.request().getMethod().equals("DELETE")) {
      stages.delete(id);
      exchange.answer(HttpStatus.OK_200);
    } else {
      Optional<Instant> since = Fields.since(exchange.request().getHttpURI().getQuery());
      GetReply reply = stages.reply(id);
      bodies.answer(
          caller(exchange),
          Answers.bytes(reply),
          () -> {
            StageAnswer answer = new StageAnswer(Answers.created(id), stages.told(reply), since);
            exchange.answer(HttpStatus.OK_200, JSON, Answers.status(id, answer));
          });
    }
  }

  private static void archiveInfo(Exchange exchange, Stages stages, Collection<SentPath> paths)
      throws Refused, IOException {
    exchange.answer(HttpStatus.OK_200, JSON, Answers.archiveInfo(paths, stages.archiveInfo(paths)));
  }

  private static String caller(Exchange exchange) {
    return exchange.calls().get().caller().dn();
  }

  /** Has a body used, which holds its room until that has been done. */
  private void read(Exchange exchange, Bodies.Use use) throws Refused, IOException {
    refusePacked(exchange);
    try (InputStream body = Content.Source.asInputStream(exchange.request())) {
      bodies.read(body, caller(exchange), use);
    }
  }

  private void readSome(Exchange exchange, Bodies.UseOfSome use) throws Refused, IOException {
    refusePacked(exchange);
    try (InputStream body = Content.Source.asInputStream(exchange.request())) {
      bodies.readSome(body, caller(exchange), use);
    }
  }

  /** The type of a body is not checked: clients send JSON with any type. */
  private static void refusePacked(Exchange exchange) throws Refused {
    String coding = exchange.headers().get(HttpHeader.CONTENT_ENCODING);
    if (coding != null && !coding.strip().equalsIgnoreCase("identity")) {
      throw new Refused(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "bodies are taken as they are, not packed");
    }
  }

  private String description() throws IOException {
    try (InputStream file = TapeService.class.getResourceAsStream("openapi.json")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).replace("@URI@", parts.uri());
    }
  }
}
