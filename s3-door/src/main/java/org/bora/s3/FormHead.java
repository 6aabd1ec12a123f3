package org.bora.s3;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.port.Sending;
import org.bora.s3.answer.S3Error;
import org.bora.s3.form.Form;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the fields of a form, which identify its signer, without a waiting thread. {@link
 * #PATIENCE} and {@link Form} limit their time and size. The caller limits how many forms are read
 * at a time.
 */
final class FormHead implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(FormHead.class);

  /** Name of the attribute of the request that holds the form. */
  private static final String ATTRIBUTE = "org.bora.s3.form";

  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Is called once, on any thread, when the fields are complete or the form is refused. */
  interface Ending {
    void arrived(Form form);

    void refused(Refused refusal);
  }

  private final Request request;
  private final Form form;
  private final Clock clock;
  private final Instant until;
  private final Ending ending;

  FormHead(Request request, Form form, Clock clock, Ending ending) {
    this.request = request;
    this.form = form;
    this.clock = clock;
    this.until = clock.instant().plus(PATIENCE);
    this.ending = ending;
  }

  /** The form that was found out when the request came; empty for a request that is none. */
  static Optional<Form> of(Request request) {
    return Optional.ofNullable((Form) request.getAttribute(ATTRIBUTE));
  }

  /**
   * The form that a request announces.
   *
   * @throws Refused where it announces something else
   */
  static Form announced(Request request) throws Refused {
    String type = Optional.ofNullable(request.getHeaders().get("Content-Type")).orElse("");
    String plain = HttpField.getValueParameters(type, null);
    if (plain == null || !plain.toLowerCase(Locale.ROOT).equals("multipart/form-data")) {
      throw S3Error.PRECONDITION_FAILED
          .refusal()
          .with("Condition", "Bucket POST must be of the enclosure-type multipart/form-data");
    }
    String boundary = MultiPart.extractBoundary(type);
    // RFC 2046 section 5.1.1
    if (boundary == null || boundary.isEmpty() || boundary.length() > 70) {
      throw S3Error.MALFORMED_POST.refusal();
    }
    if (request.getLength() < 0) {
      throw S3Error.MISSING_CONTENT_LENGTH.refusal();
    }
    return new Form(boundary);
  }

  @Override
  public void run() {
    Optional<Refused> refusal = Optional.empty();
    boolean arrived = false;
    try {
      arrived = arrives();
    } catch (Refused refused) {
      refusal = Optional.of(refused);
    } catch (IOException e) {
      refusal =
          Optional.of(S3Error.REQUEST_TIMEOUT.because("the fields of the form did not arrive"));
    } catch (RuntimeException e) {
      LOG.error("a form could not be read", e);
      refusal = Optional.of(S3Error.INTERNAL_ERROR.because("the form could not be read"));
    }
    if (refusal.isPresent()) {
      ending.refused(refusal.get());
    } else if (arrived) {
      request.setAttribute(ATTRIBUTE, form);
      ending.arrived(form);
    }
  }

  /** Reads the available bytes; false if it will be notified of more. */
  private boolean arrives() throws IOException, Refused {
    while (!form.isAtFile()) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        await();
        return false;
      }
      if (Content.Chunk.isFailure(chunk)) {
        throw new IOException("the form did not arrive", chunk.getFailure());
      }
      try {
        form.take(chunk);
      } finally {
        chunk.release();
      }
      if (form.isRead() && !form.isAtFile()) {
        throw S3Error.argument("file", "0", "POST requires exactly one file upload per request.");
      }
    }
    return true;
  }

  private void await() throws Refused {
    Duration left = Duration.between(clock.instant(), until);
    if (left.isNegative() || left.isZero()) {
      throw S3Error.REQUEST_TIMEOUT.because("the fields of the form came too slowly");
    }
    if (request.getAttribute(Sending.ATTRIBUTE) instanceof Sending sending) {
      sending.nextWithin(left);
    }
    request.demand(this);
  }
}
