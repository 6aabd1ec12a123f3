package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.bora.it.load.HeldConnections;

/** HTTP and WebDAV. */
final class HttpDoor implements Door {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Pattern QUOTA_USED = Pattern.compile("quota-used-bytes>([0-9]+)<");

  private final SSLContext tls;
  private final HttpClient client;
  private final int port;

  HttpDoor(int port, Path proxy) throws Exception {
    this.port = port;
    this.tls =
        HeldConnections.tls(new PEMCredential(proxy.toString(), (char[]) null).getKeyManager());
    this.client =
        HttpClient.newBuilder().sslContext(tls).version(HttpClient.Version.HTTP_1_1).build();
  }

  private HttpResponse<byte[]> ask(
      String method, String path, byte[] body, String header, String value) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .timeout(PATIENCE)
            .method(method, BodyPublishers.ofByteArray(body));
    if (!header.isEmpty()) {
      request.header(header, value);
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private URI uri(String path) {
    return URI.create("https://localhost:" + port + path);
  }

  private static Outcome outcome(int status) {
    return switch (status) {
      case 200, 201, 204, 206, 207 -> Outcome.DONE;
      case 404, 409 -> Outcome.MISSING;
      case 405, 412 -> Outcome.EXISTS;
      case 423, 429 -> Outcome.BUSY;
      case 403 -> Outcome.DENIED;
      case 507 -> Outcome.NO_SPACE;
      default -> throw new AssertionError("status " + status);
    };
  }

  /**
   * Adds one to the number that a file has, unless another writer is quicker.
   *
   * @return whether it was added
   */
  boolean addsOne(String path) throws Exception {
    HttpResponse<byte[]> read = ask("GET", path, new byte[0], "", "");
    assertEquals(200, read.statusCode());
    String text = new String(read.body(), StandardCharsets.US_ASCII);
    byte[] next = number(Integer.parseInt(text.strip()) + 1);
    String tag = read.headers().firstValue("ETag").orElseThrow();
    // the two headers promise the same
    boolean webdav = next.length % 2 == 0;
    int status =
        (webdav
                ? ask("PUT", path, next, "If", "([" + tag + "])")
                : ask("PUT", path, next, "If-Match", tag))
            .statusCode();
    return switch (status) {
      case 204 -> true;
      case 412, 423 -> false;
      default -> throw new AssertionError("status " + status);
    };
  }

  /** Two that follow each other have not the same size, whatever the clock of the disk says. */
  static byte[] number(int number) {
    return (number + " ".repeat(number % 3)).getBytes(StandardCharsets.US_ASCII);
  }

  /** Bytes that the narrowest quota of the caller counts (RFC 4331). */
  long quotaUsed(String path) throws Exception {
    byte[] asked =
        "<propfind xmlns='DAV:'><prop><quota-used-bytes/></prop></propfind>"
            .getBytes(StandardCharsets.US_ASCII);
    HttpResponse<byte[]> answer = ask("PROPFIND", path, asked, "Depth", "0");
    String text = new String(answer.body(), StandardCharsets.UTF_8);
    Matcher used = QUOTA_USED.matcher(text);
    if (!used.find()) {
      throw new AssertionError(answer + " " + text);
    }
    return Long.parseLong(used.group(1));
  }

  private Outcome wish(String method, String path, String header, String value) throws Exception {
    return outcome(ask(method, path, new byte[0], header, value).statusCode());
  }

  @Override
  public Outcome put(String path, byte[] bytes, boolean overwrites) throws Exception {
    return outcome(ask("PUT", path, bytes, overwrites ? "" : "If-None-Match", "*").statusCode());
  }

  /** As {@link #put} of a new file, but only its end says how many bytes there are. */
  Outcome putUnannounced(String path, byte[] bytes) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .timeout(PATIENCE)
            .header("If-None-Match", "*")
            .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
            .build();
    return outcome(client.send(request, BodyHandlers.discarding()).statusCode());
  }

  @Override
  public Upload begin(String path, byte[] bytes) throws Exception {
    var socket = (SSLSocket) tls.getSocketFactory().createSocket("localhost", port);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    String head =
        "PUT %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n"
            .formatted(path, bytes.length);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    if (!line(socket).contains(" 100 ")) {
      socket.close();
      throw new AssertionError("the upload of " + path + " does not begin");
    }
    line(socket); // the empty one
    int half = bytes.length / 2;
    socket.getOutputStream().write(bytes, 0, half);
    return new Upload() {
      @Override
      public Outcome finish() throws IOException {
        try (socket) {
          socket.getOutputStream().write(bytes, half, bytes.length - half);
          return outcome(Integer.parseInt(line(socket).split(" ", -1)[1]));
        }
      }

      @Override
      public void giveUp() throws IOException {
        socket.close();
      }
    };
  }

  private static String line(SSLSocket socket) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = socket.getInputStream().read();
        b >= 0 && b != '\n';
        b = socket.getInputStream().read()) {
      line.append((char) b);
    }
    return line.toString();
  }

  @Override
  public Optional<byte[]> get(String path) throws Exception {
    HttpResponse<byte[]> answer = ask("GET", path, new byte[0], "", "");
    return outcome(answer.statusCode()) == Outcome.DONE
        ? Optional.of(answer.body())
        : Optional.empty();
  }

  @Override
  public Outcome read(String path) throws Exception {
    return wish("GET", path, "", "");
  }

  @Override
  public OptionalLong size(String path) throws Exception {
    HttpResponse<byte[]> answer = ask("HEAD", path, new byte[0], "", "");
    return outcome(answer.statusCode()) == Outcome.DONE
        ? answer.headers().firstValueAsLong("Content-Length")
        : OptionalLong.empty();
  }

  @Override
  public Outcome remove(String path) throws Exception {
    return wish("DELETE", path, "", "");
  }

  @Override
  public Outcome move(String from, String to) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri(from))
            .timeout(PATIENCE)
            .method("MOVE", BodyPublishers.noBody())
            .header("Destination", uri(to).toString())
            .header("Overwrite", "F")
            .build();
    return outcome(client.send(request, BodyHandlers.discarding()).statusCode());
  }

  @Override
  public Outcome makeDirectory(String path) throws Exception {
    return wish("MKCOL", path, "", "");
  }

  @Override
  public void close() {
    client.close();
  }

  @Override
  public String toString() {
    return "HTTP";
  }
}
