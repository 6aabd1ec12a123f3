package org.bora.api.turl;

import java.time.Duration;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * One step of a transfer by a transfer URL of HTTPS. The door has verified that the URL was made
 * here, for this request and this name.
 *
 * @param writes whether it is of a put; else of a get
 * @param request token of the request
 * @param surl the name
 * @param client address that the step comes from
 * @param attempt identifies one transfer, a UUID; a repeated step has the same one
 * @param bytes of BEGIN: how many a read may send; of END: how many of these were not sent, or the
 *     size of what was written
 * @param whole of BEGIN: whether a read asks for the whole file; of END: whether the whole file was
 *     sent, or the upload is complete
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

  /** What a door may ask. */
  public enum Step {
    /** What the URL leads to; nothing changes. */
    LOOK,
    /** Bytes are about to pass. */
    BEGIN,
    /** An upload goes on. */
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
