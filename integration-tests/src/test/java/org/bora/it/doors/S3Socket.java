package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.bora.it.load.HeldConnections;

/** A PUT that is sent byte by byte as a test has it, whole or not. */
final class S3Socket implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;

  private final SSLSocket socket;

  /**
   * Sends a request.
   *
   * @param environment as {@code bora env} tells it
   * @param headers each with its line end, without Host
   * @param body as much of it as is sent
   */
  S3Socket(Map<String, String> environment, String target, String headers, String body)
      throws IOException {
    URI endpoint = URI.create(environment.get("AWS_ENDPOINT_URL"));
    socket =
        (SSLSocket)
            HeldConnections.tls()
                .getSocketFactory()
                .createSocket(endpoint.getHost(), endpoint.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    String head = "PUT " + target + " HTTP/1.1\r\nHost: " + endpoint.getAuthority() + "\r\n";
    byte[] bytes = (head + headers + "\r\n" + body).getBytes(StandardCharsets.US_ASCII);
    socket.getOutputStream().write(bytes);
  }

  /** The answer, which must be an error. */
  String error() throws IOException {
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("</Error>") < 0) {
      int read = socket.getInputStream().read();
      assertTrue(read >= 0, answer.toString());
      answer.append((char) read);
    }
    return answer.toString();
  }

  /** Leaves, whether or not the request was whole. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
