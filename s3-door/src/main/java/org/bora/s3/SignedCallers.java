package org.bora.s3;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;
import org.bora.door.gsi.door.Refusals;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.form.Form;
import org.bora.s3.sign.Scope;
import org.bora.s3.sign.Signed;
import org.bora.s3.sign.SignedForm;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Identifies callers: only requests with a valid signature pass, with the {@link Identity} of the
 * key. The work before that is limited: the head of the request is read, the fields of a form
 * before its file ({@link FormHead}), and a key is looked up ({@link RememberedKeys}). Thread safe.
 */
final class SignedCallers extends Handler.Wrapper {

  /** Largest number of concurrent forms whose signer is not known yet. */
  static final int MOST_FORMS = 256;

  static final int MOST_FORMS_OF_ADDRESS = 16;

  private final SigningKeys keys;
  private final List<String> hosts;
  private final Clock clock;
  private final Refusals refusals;
  private final Executor threads;
  private final AddressBound forms = new AddressBound(MOST_FORMS, MOST_FORMS_OF_ADDRESS);

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
   * @param refusals gets requests of unknown callers
   * @param threads for received forms, whose keys must be fetched
   */
  SignedCallers(
      Handler service,
      SigningKeys keys,
      List<String> hosts,
      Clock clock,
      Refusals refusals,
      Executor threads) {
    super(service);
    this.keys = Objects.requireNonNull(keys, "keys");
    this.hosts = List.copyOf(hosts);
    this.clock = Objects.requireNonNull(clock, "clock");
    this.refusals = Objects.requireNonNull(refusals, "refusals");
    this.threads = Objects.requireNonNull(threads, "threads");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    try {
      S3Question asked = S3Question.read(request, hosts);
      request.setAttribute(S3Question.ATTRIBUTE, asked);
      if (asked.act() == Act.POST_OBJECT) {
        readForm(request, response, callback);
        return true;
      }
      identify(request, asked);
    } catch (Refused refusal) {
      refused(request, response, callback, refusal);
      return true;
    }
    return super.handle(request, response, callback);
  }

  private void refused(Request request, Response response, Callback callback, Refused refusal) {
    refusals.refused(Request.getRemoteAddr(request), "S3 signature: " + refusal.getMessage());
    refuse(request, response, callback, S3Error.of(refusal));
  }

  /** Who signed a form is known when its fields are there. */
  private void readForm(Request request, Response response, Callback callback) throws Refused {
    if (request.getHeaders().contains("Authorization")) {
      throw S3Error.INVALID_ARGUMENT.because("a form is signed by its fields alone");
    }
    Form form = FormHead.announced(request);
    String address = Request.getRemoteAddr(request);
    if (!forms.take(address)) {
      throw S3Error.SLOW_DOWN.because("too many forms are being read");
    }
    new FormHead(
            request,
            form,
            clock,
            new FormHead.Ending() {
              @Override
              public void arrived(Form whole) {
                try {
                  threads.execute(() -> serve(request, response, callback, whole));
                } catch (RuntimeException notBegun) {
                  forms.giveBack(address);
                  callback.failed(notBegun);
                }
              }

              @Override
              public void refused(Refused refusal) {
                forms.giveBack(address);
                SignedCallers.this.refused(request, response, callback, refusal);
              }
            })
        .run();
  }

  /** On its own thread, because the engine may be called for the key. */
  private void serve(Request request, Response response, Callback callback, Form form) {
    try {
      try {
        identify(request, form);
      } finally {
        forms.giveBack(Request.getRemoteAddr(request));
      }
      if (!super.handle(request, response, callback)) {
        callback.failed(new IllegalStateException("no service answers a form"));
      }
    } catch (Refused refusal) {
      refused(request, response, callback, refusal);
    } catch (Exception e) {
      callback.failed(e);
    }
  }

  private void identify(Request request, S3Question asked) throws Refused {
    HttpFields headers = SentOn.signed(request.getHeaders(), asked.sentOn());
    Optional<Signed> signed = Signed.of(headers, asked.query());
    if (signed.isEmpty()) {
      throw S3Error.ACCESS_DENIED.because("requests must be signed: no access is anonymous here");
    }
    signed.get().requireTimely(clock.instant());
    SigningKeys.Known known = keys.of(signed.get().scope(), Request.getRemoteAddr(request));
    signed.get().verify(request.getMethod(), asked.path(), asked.query(), headers, known.key());
    known(request, signed.get().scope(), known);
    request.setAttribute(Proof.ATTRIBUTE, new Proof(signed.get(), known.key()));
  }

  private void identify(Request request, Form form) throws Refused {
    if (form.fields().getOrDefault("key", "").isEmpty()) {
      throw SignedForm.missing("key");
    }
    SignedForm signed = SignedForm.of(form.fields());
    signed.requireTimely(clock.instant());
    SigningKeys.Known known = keys.of(signed.scope(), Request.getRemoteAddr(request));
    signed.verify(known.key());
    known(request, signed.scope(), known);
  }

  private static void known(Request request, Scope scope, SigningKeys.Known known) {
    request.setAttribute(Identity.ATTRIBUTE, new Identity.Known(known.caller()));
    request.setAttribute(
        Credential.ATTRIBUTE,
        new Credential(scope.accessKey(), known.ends(), 0, "none", Optional.empty()));
  }

  static void refuse(Request request, Response response, Callback callback, Refused refusal) {
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
