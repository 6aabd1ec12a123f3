package org.bora.http.issue;

import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.door.admit.Admission;
import org.bora.door.figures.CredentialCounts;
import org.bora.door.figures.CredentialCounts.Issue;
import org.bora.door.gsi.Credential;
import org.bora.door.http.Exchange;
import org.bora.door.http.HttpService;
import org.bora.door.http.PageOrigin;
import org.bora.door.http.Refused;
import org.bora.door.macaroon.Macaroons;
import org.bora.door.macaroon.Macaroons.Issued;
import org.bora.door.token.TokenRefused;
import org.bora.files.Name;
import org.bora.http.issue.GrantRequest.GrantRefused;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Issues macaroons. Nothing is stored for one. Thread safe. */
public final class IssueService implements HttpService {
  private static final String JSON = "application/json";
  private static final String MACAROON_REQUEST = "application/macaroon-request";
  private static final String METADATA = "/.well-known/oauth-authorization-server";
  private static final String OPENID = "/.well-known/openid-configuration";
  private static final String TOKEN = "/.oauth2/token";
  private static final int LONGEST_BODY = 8 * 1024;

  private enum Kind {
    METADATA,
    GRANT,
    MACAROON,
    OTHER
  }

  private final Admission calls;
  private final Macaroons macaroons;
  private final CredentialCounts counts;
  private final String url;
  private final Clock clock;

  /**
   * @param calls admits requests
   * @param counts counts issued tokens
   * @param url of the service, {@code https://HOST:PORT}
   */
  public IssueService(
      Admission calls, Macaroons macaroons, CredentialCounts counts, String url, Clock clock) {
    this.counts = Objects.requireNonNull(counts, "counts");
    this.calls = Objects.requireNonNull(calls, "calls");
    this.macaroons = Objects.requireNonNull(macaroons, "macaroons");
    this.url = Objects.requireNonNull(url, "url");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  private static Kind kind(Request request) {
    String path = request.getHttpURI().getPath();
    if (path == null) {
      return Kind.OTHER;
    }
    if (path.equals(OPENID) || path.equals(METADATA) || path.startsWith(METADATA + "/")) {
      return Kind.METADATA;
    }
    if (path.equals(TOKEN)) {
      return Kind.GRANT;
    }
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    boolean asks = type != null && type.toLowerCase(Locale.ROOT).startsWith(MACAROON_REQUEST);
    return asks && request.getMethod().equals("POST") ? Kind.MACAROON : Kind.OTHER;
  }

  @Override
  public boolean isFor(Request request) {
    return kind(request) != Kind.OTHER;
  }

  @Override
  public String name(Request request) {
    return kind(request) == Kind.METADATA ? "oauth metadata" : "macaroon";
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
  public void serve(Exchange exchange) throws Refused, IOException {
    switch (kind(exchange.request())) {
      case METADATA -> metadata(exchange);
      case GRANT -> counted(exchange, Issue.OAUTH, this::grant);
      case MACAROON -> counted(exchange, Issue.MACAROON, this::macaroon);
      case OTHER -> throw new IllegalStateException("is for another service");
    }
  }

  /** Answers a request for a credential. */
  @FunctionalInterface
  private interface Issuing {
    /** Returns whether one was issued. */
    boolean answer(Exchange exchange) throws Refused, IOException;
  }

  private void counted(Exchange exchange, Issue kind, Issuing issuing) throws Refused, IOException {
    boolean issued = false;
    try {
      issued = issuing.answer(exchange);
    } finally {
      if (issued) {
        counts.issued(kind);
      } else {
        counts.denied(kind);
      }
    }
  }

  private void metadata(Exchange exchange) throws Refused, IOException {
    require(exchange, "GET", "HEAD");
    exchange.answer(HttpStatus.OK_200, JSON, IssueAnswers.metadata(url, url + TOKEN));
  }

  private static void require(Exchange exchange, String... methods) throws Refused {
    if (!List.of(methods).contains(exchange.request().getMethod())) {
      String allowed = String.join(", ", methods);
      exchange.header(HttpHeader.ALLOW.asString(), allowed);
      throw new Refused(HttpStatus.METHOD_NOT_ALLOWED_405, "this resource has " + allowed);
    }
  }

  private boolean macaroon(Exchange exchange) throws Refused, IOException {
    Wanted wanted = MacaroonRequest.read(body(exchange));
    String path = exchange.request().getHttpURI().getPath();
    Name name = Name.of(path);
    List<String> caveats = new ArrayList<>();
    if (!name.isRoot()) {
      caveats.add("path:" + name.sfn());
    }
    caveats.addAll(wanted.caveats());
    Issued issued;
    try {
      issued = issue(exchange, new Wanted(caveats, wanted.validity()));
    } catch (TokenRefused why) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, why.getMessage());
    }
    secret(exchange);
    exchange.answer(
        HttpStatus.OK_200, JSON, IssueAnswers.macaroon(issued.text(), url + path, url + "/"));
    return true;
  }

  private boolean grant(Exchange exchange) throws Refused, IOException {
    require(exchange, "POST");
    try {
      GrantRequest asked = GrantRequest.read(body(exchange));
      Issued issued = issue(exchange, asked.wanted());
      Duration left = Duration.between(clock.instant(), issued.end());
      secret(exchange);
      exchange.answer(
          HttpStatus.OK_200,
          JSON,
          IssueAnswers.token(issued.text(), left.toSeconds(), asked.scope()));
      return true;
    } catch (GrantRefused error) {
      refuse(exchange, error.code(), error.getMessage());
    } catch (TokenRefused why) {
      refuse(exchange, "invalid_scope", why.getMessage());
    }
    return false;
  }

  private static void refuse(Exchange exchange, String code, String why) throws IOException {
    exchange.answer(HttpStatus.BAD_REQUEST_400, JSON, IssueAnswers.error(code, why));
  }

  private Issued issue(Exchange exchange, Wanted wanted) throws Refused, TokenRefused {
    PageOrigin.refuseOthers(exchange, "macaroons");
    Caller caller = exchange.calls().get().caller();
    Credential credential = (Credential) exchange.request().getAttribute(Credential.ATTRIBUTE);
    if (caller.grant().isPresent() || credential == null || !credential.isCertificate()) {
      throw new Refused(
          HttpStatus.FORBIDDEN_403,
          "a macaroon is issued to callers with a certificate: use the token that you have, or add"
              + " caveats to it");
    }
    Optional<Issued> issued =
        macaroons.issue(caller, credential, wanted.caveats(), wanted.validity());
    return issued.orElseThrow(
        () ->
            Refused.busy(
                false, "no key for macaroons is known at this moment", Duration.ofSeconds(30)));
  }

  /** RFC 6749 section 5.1: no cache may keep it. */
  private static void secret(Exchange exchange) {
    exchange.header(HttpHeader.CACHE_CONTROL.asString(), "no-store");
  }

  private static byte[] body(Exchange exchange) throws Refused, IOException {
    try (InputStream in = Content.Source.asInputStream(exchange.request())) {
      byte[] body = in.readNBytes(LONGEST_BODY + 1);
      if (body.length > LONGEST_BODY) {
        throw new Refused(
            HttpStatus.PAYLOAD_TOO_LARGE_413, "the body has more than " + LONGEST_BODY + " bytes");
      }
      return body;
    }
  }
}
