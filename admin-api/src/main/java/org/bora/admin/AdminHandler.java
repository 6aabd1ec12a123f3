package org.bora.admin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.bora.api.wire.PeerCredentials;
import org.bora.api.word.LogText;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests of administrators over HTTPS. Who is not named learns nothing, not what there is. */
final class AdminHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);
  static final int MOST_BYTES = 64 << 10;

  /**
   * So much of a body beyond the bound is still taken and thrown away, that who sends it gets to
   * the answer: a connection closed upon unread bytes is reset, and the answer with it.
   */
  static final int MOST_THROWN_AWAY = 1 << 20;

  /** Without it a foreign web page could make the browser of an admin send a form here. */
  static final String OURS = "X-Bora";

  private static final int PIECE = 8 << 10;

  private final AdminRoutes routes;
  private final KnownAdministrators known;
  private final PeerCredentials trust;
  private final InstantSource clock;

  /**
   * @param known whom to answer
   * @param trust judges the certificate of each request: connections are kept, and TLS sessions
   *     resumed, without another look at it
   * @param clock says which certificates have expired
   */
  AdminHandler(
      AdminRoutes routes, KnownAdministrators known, PeerCredentials trust, InstantSource clock) {
    this.routes = Objects.requireNonNull(routes, "routes");
    this.known = Objects.requireNonNull(known, "known");
    this.trust = Objects.requireNonNull(trust, "trust");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    AdminReply reply;
    try {
      reply = answer(request);
    } catch (Refused refused) {
      reply = refused.reply();
    }
    HttpFields.Mutable headers = response.getHeaders();
    if (reply.status() == HttpStatus.FORBIDDEN_403) {
      headers.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    }
    headers.put(HttpHeader.CONTENT_TYPE, reply.mediaType());
    // a file may be kept, and is asked for again all the same: its tag says whether it is the same
    headers.put(HttpHeader.CACHE_CONTROL, reply.tag().isPresent() ? "no-cache" : "no-store");
    reply.tag().ifPresent(tag -> headers.put(HttpHeader.ETAG, tag));
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("X-Frame-Options", "DENY");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
    if (has(request, reply)) {
      headers.remove(HttpHeader.CONTENT_TYPE);
      response.setStatus(HttpStatus.NOT_MODIFIED_304);
      response.write(true, null, callback);
      return true;
    }
    response.setStatus(reply.status());
    response.write(true, ByteBuffer.wrap(reply.bytes()), callback);
    return true;
  }

  /** Whether who asks has this very file. Tags are compared weakly, RFC 9110 section 13.1.2. */
  private static boolean has(Request request, AdminReply reply) {
    String known = String.join(",", request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH));
    return reply.tag().isPresent()
        && Arrays.stream(known.split(",", -1))
            .map(tag -> tag.strip().replaceFirst("^W/", ""))
            .anyMatch(reply.tag().get()::equals);
  }

  private AdminReply answer(Request request) throws Refused {
    Administrator who = who(request);
    String method = request.getMethod();
    if (!method.equals("GET") && !request.getHeaders().contains(OURS)) {
      throw new Refused(
          403,
          "nothing was changed",
          "the request has no header " + OURS + ", which no foreign page can add",
          "send " + OURS + ": 1");
    }
    Target target = Target.parse(request.getHttpURI().getPathQuery());
    AdminCall head =
        AdminCall.of(method, target.path(), target.parameters(), AdminCall.Body.NONE, who);
    return routes.reply(head, () -> AdminCall.Body.of(body(request)));
  }

  private Administrator who(Request request) throws Refused {
    EndPoint.SslSessionData session =
        request.getConnectionMetaData().getConnection().getEndPoint().getSslSessionData();
    X509Certificate[] shown = session == null ? null : session.peerCertificates();
    Optional<Administrator> who =
        shown == null || shown.length == 0 ? Optional.empty() : known.of(shown[0]);
    if (who.isEmpty()) {
      LOG.warn(
          "{} is not among readers and admins: {}",
          Request.getRemoteAddr(request),
          shown == null || shown.length == 0
              ? "no certificate"
              : LogText.of(shown[0].getSubjectX500Principal().getName()));
      throw new Refused(
          403,
          "you are not answered",
          "the subject of your certificate is not one of those named here",
          "have it put into admin.readers or admin.admins of the configuration");
    }
    try {
      trust.kept(shown).check(clock.instant());
    } catch (CertificateException over) {
      LOG.warn(
          "{} is not answered any more: {}",
          Request.getRemoteAddr(request),
          LogText.of(over.getMessage()));
      throw new Refused(
          403,
          "you are not answered",
          "your certificate is not valid any more",
          "connect again with one that is");
    }
    return who.get();
  }

  /** The port fails the read of a body that does not arrive in time. */
  private static byte[] body(Request request) throws Refused {
    if (request.getLength() > MOST_THROWN_AWAY) {
      throw tooLarge();
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] piece = new byte[PIECE];
    long length = 0;
    try (InputStream in = Content.Source.asInputStream(request)) {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        length += read;
        if (length <= MOST_BYTES) {
          body.write(piece, 0, read);
        }
        if (length > MOST_THROWN_AWAY) {
          throw tooLarge();
        }
      }
    } catch (IOException broken) {
      if (broken.getCause() instanceof TimeoutException) {
        throw tooSlow();
      }
      throw Refused.mistake(
          "the request did not come whole", "the connection broke", "send it again");
    }
    if (length > MOST_BYTES) {
      throw tooLarge();
    }
    return body.toByteArray();
  }

  private static Refused tooLarge() {
    return new Refused(
        413, "this was not read", "a body has at most " + MOST_BYTES + " bytes", "send less");
  }

  private static Refused tooSlow() {
    return new Refused(
        408,
        "this was not read",
        "it did not arrive within the request-timeout of this port",
        "send it again");
  }
}
