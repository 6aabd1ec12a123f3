package org.bora.s3;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;
import org.bora.door.gsi.door.Refusals;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.sign.Signed;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Finds out who calls: lets only requests through whose signature is right, with the {@link
 * Identity} behind its key. What is done before that is bounded: a head of the port's length is
 * read, and a key is looked up ({@link RememberedKeys}); no byte of the body is. Thread safe.
 */
final class SignedCallers extends Handler.Wrapper {

  private final SigningKeys keys;
  private final List<String> hosts;
  private final Clock clock;
  private final Refusals refusals;

  /** What a right signature is made of, for the pieces of the body. */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  record Proof(Signed signed, byte[] key) {
    static final String ATTRIBUTE = "org.bora.s3.proof";

    static Proof of(Request request) {
      return (Proof) request.getAttribute(ATTRIBUTE);
    }
  }

  /**
   * @param hosts names of the service
   * @param refusals hears of requests whose caller is not known
   */
  SignedCallers(
      Handler service, SigningKeys keys, List<String> hosts, Clock clock, Refusals refusals) {
    super(service);
    this.keys = Objects.requireNonNull(keys, "keys");
    this.hosts = List.copyOf(hosts);
    this.clock = Objects.requireNonNull(clock, "clock");
    this.refusals = Objects.requireNonNull(refusals, "refusals");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    try {
      identify(request);
    } catch (Refused refusal) {
      refusals.refused(Request.getRemoteAddr(request), "S3 signature: " + refusal.getMessage());
      refuse(request, response, callback, S3Error.of(refusal));
      return true;
    }
    return super.handle(request, response, callback);
  }

  private void identify(Request request) throws Refused {
    Asked asked = Asked.read(request, hosts);
    request.setAttribute(Asked.ATTRIBUTE, asked);
    Optional<Signed> signed = Signed.of(request.getHeaders(), asked.query());
    if (signed.isEmpty()) {
      throw S3Error.ACCESS_DENIED.because("requests must be signed: no access is anonymous here");
    }
    signed.get().requireTimely(clock.instant());
    SigningKeys.Known known = keys.of(signed.get().scope(), Request.getRemoteAddr(request));
    signed
        .get()
        .verify(
            request.getMethod(), asked.path(), asked.query(), request.getHeaders(), known.key());
    request.setAttribute(Identity.ATTRIBUTE, new Identity.Known(known.caller()));
    request.setAttribute(
        Credential.ATTRIBUTE,
        new Credential(
            signed.get().scope().accessKey(), known.ends(), 0, "none", Optional.empty()));
    request.setAttribute(Proof.ATTRIBUTE, new Proof(signed.get(), known.key()));
  }

  private static void refuse(
      Request request, Response response, Callback callback, Refused refusal) {
    String resource = request.getHttpURI().getPath();
    byte[] text =
        XmlText.error(refusal, resource == null ? "/" : resource, "-")
            .getBytes(StandardCharsets.UTF_8);
    response.setStatus(refusal.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, XmlText.TYPE);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.length);
    if (refusal.mayRetry()) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, refusal.retryIn().toSeconds());
    }
    boolean head = request.getMethod().equals("HEAD");
    response.write(true, ByteBuffer.wrap(head ? new byte[0] : text), callback);
  }
}
