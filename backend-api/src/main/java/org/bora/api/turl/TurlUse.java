package org.bora.api.turl;

import java.time.Duration;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * One step of a transfer by an https TURL. The door has verified that this site made the URL for
 * this request and name.
 *
 * @param writes whether the URL belongs to a put; otherwise to a get
 * @param request token of the request
 * @param surl the name
 * @param client address that the step comes from
 * @param attempt identifies one transfer, a UUID; a repeated step has the same one
 * @param bytes for BEGIN, how many bytes a read may send; for END, how many of these were not sent,
 *     or the size of what was written
 * @param whole for BEGIN, whether a read asks for the whole file; for END, whether the whole file
 *     was sent, or the upload is complete
 */
public record TurlUse(
    Step step,
    boolean writes,
    String request,
    Surl surl,
    String client,
    String attempt,
    long bytes,
    boolean whole) {

  /** How long an upload of which nothing is heard keeps others out. */
  public static final Duration LEASE = Duration.ofMinutes(2);

  /** The steps of a transfer. */
  public enum Step {
    /** What the URL leads to; nothing changes. */
    LOOK,
    /** Bytes are about to pass. */
    BEGIN,
    /** An upload continues. */
    RENEW,
    /** No more bytes pass. */
    END
  }

  public TurlUse {
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(attempt, "attempt");
  }
}
