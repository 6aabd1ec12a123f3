package org.bora.http.remote;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.bora.api.word.LogText;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server said when it refused: its status and the first line of its text. */
final class RefusalText {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalText.class);
  private static final int MOST_BYTES = 200;

  private final StringBuilder text = new StringBuilder();

  /** False if there is no room for more: the rest of the text is ignored. */
  boolean take(ByteBuffer part) {
    byte[] bytes = new byte[Math.min(part.remaining(), MOST_BYTES - text.length())];
    part.duplicate().get(bytes);
    text.append(new String(bytes, StandardCharsets.ISO_8859_1));
    return text.length() < MOST_BYTES;
  }

  /** One line for the client of the copy. */
  RemoteFailure of(RemoteRequest request, Response answer) {
    String reason = answer.getReason();
    String known = HttpStatus.getMessage(answer.getStatus());
    String said = text.toString().strip().lines().findFirst().orElse("");
    return RemoteFailure.refused(
        request
            + ": "
            + answer.getStatus()
            + " "
            + plain(reason == null || reason.isBlank() ? known : reason)
            + (said.isEmpty() || said.startsWith("<") ? "" : ": " + plain(said)));
  }

  private static String plain(String text) {
    return text.replaceAll("[^\\x20-\\x7e]", "?");
  }

  /**
   * No more than that it does not work, or a client could ask host by host and port by port what
   * listens there; the log has the cause.
   */
  static RemoteFailure broken(RemoteRequest request, Throwable failure) {
    LOG.info("third-party copy, {}: {}", request, LogText.of(String.valueOf(failure)));
    return new RemoteFailure(
        request
            + " failed: the server cannot be reached, broke the connection off, does not prove its"
            + " name by a certificate that this site trusts, or is not one that this site copies"
            + " with (copy.allow); the log of this site says which");
  }
}
