package org.bora.it.clients;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.Adler32;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A server of another site, with the host certificate of the try grid. How it behaves is the first
 * part of the path. It serves one file, and keeps what is put under the path.
 */
final class OtherServer implements AutoCloseable {

  /** More than any client should take. */
  static final long ENDLESS_BYTES = 256L << 20;

  /** Ways of servers that tell no checksum. */
  private static final Set<String> SUMLESS =
      Set.of("sumless", "changes", "weak", "tagless", "grows", "recants", "lengthless");

  /** What is served in the way {@code recants}. */
  static final int SHORTER_BYTES = 1 << 20;

  private final byte[] file;
  private volatile long endlessBytes;
  private final SSLServerSocket socket;
  private final Map<String, byte[]> stored = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<SSLSocket> open = new CopyOnWriteArrayList<>();

  /** A request without its body. */
  private record Asked(String method, String path, Map<String, String> headers) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  /**
   * @param grid directory of the try grid
   */
  OtherServer(Path grid, byte[] file) throws Exception {
    this.file = file;
    Path host = grid.resolve("host");
    PEMCredential credential;
    try (InputStream key = Files.newInputStream(host.resolve("hostkey.pem"));
        InputStream certificate = Files.newInputStream(host.resolve("hostcert.pem"))) {
      credential = new PEMCredential(key, certificate, (char[]) null);
    }
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(new KeyManager[] {credential.getKeyManager()}, null, null);
    socket = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(0);
    Thread.ofVirtual().start(this::accept);
  }

  String url(String path) {
    return "https://localhost:" + socket.getLocalPort() + path;
  }

  byte[] stored(String path) {
    return stored.get(path);
  }

  /** Requests so far: method, path, and headers as {@code name: value}. */
  List<String> requests() {
    return requests;
  }

  /** Connections that are open. */
  long connections() {
    return open.stream().filter(one -> !one.isClosed()).count();
  }

  private void accept() {
    try {
      while (true) {
        SSLSocket one = (SSLSocket) socket.accept();
        open.add(one);
        Thread.ofVirtual().start(() -> converse(one));
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  private void converse(SSLSocket one) {
    try (one) {
      InputStream in = new BufferedInputStream(one.getInputStream());
      OutputStream out = new BufferedOutputStream(one.getOutputStream());
      for (Asked asked = read(in); asked != null; asked = read(in)) {
        requests.add(asked.method() + " " + asked.path() + " " + asked.headers());
        answer(asked, in, out);
        out.flush();
      }
    } catch (IOException | InterruptedException gone) {
      // the other side has left
    }
  }

  private static Asked read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    String[] words = first.split(" ", -1);
    return new Asked(words[0], words[1], headers);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private void answer(Asked asked, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    String way = asked.path().split("/", -1)[1];
    switch (way) {
      case "forbidden" -> refuse(out, "403 Forbidden", "the token lacks storage.read:/secret");
      case "missing" -> refuse(out, "404 Not Found", "no such file");
      case "broken" -> refuse(out, "500 Internal Server Error", "disk 17 is on fire");
      case "moved" -> head(out, "307 Temporary Redirect", Map.of("Location", url("/ok/moved")));
      case "elsewhere" ->
          head(
              out,
              "307 Temporary Redirect",
              Map.of("Location", url("/ok/moved").replace("localhost", "127.0.0.1")));
      case "plain" ->
          head(out, "302 Found", Map.of("Location", url("/ok/moved").replace("https:", "http:")));
      case "hangs" -> Thread.sleep(600_000);
      case "endless-head" -> endless(out, "HTTP/1.1 200 OK\r\n", "X-More: and more\r\n");
      case "endless-refusal" ->
          endless(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 9999999999\r\n\r\n", "no, ");
      default -> {
        if (asked.method().equals("PUT")) {
          store(asked, in, out, way);
        } else if (asked.method().equals("GET") || asked.method().equals("HEAD")) {
          send(asked, out, way);
        } else if (asked.method().equals("PROPFIND")) {
          tell(asked, in, out);
        } else if (asked.method().equals("DELETE")) {
          head(out, stored.remove(asked.path()) == null ? "404 Not Found" : "200 OK", Map.of());
        } else {
          in.readNBytes(length(asked));
          refuse(out, "405 Method Not Allowed", "only files here");
        }
      }
    }
  }

  private static void head(OutputStream out, String status, Map<String, String> headers)
      throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + "\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    if (!headers.containsKey("Content-Length")) {
      head.append("Content-Length: 0\r\n");
    }
    out.write((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Ends when the other side does not listen any more. */
  private void endless(OutputStream out, String begin, String again) throws IOException {
    out.write(begin.getBytes(StandardCharsets.ISO_8859_1));
    byte[] more = again.repeat(4096).getBytes(StandardCharsets.ISO_8859_1);
    for (long bytes = 0; bytes < ENDLESS_BYTES; bytes += more.length) {
      endlessBytes = bytes;
      out.write(more);
      out.flush();
    }
    endlessBytes = ENDLESS_BYTES;
  }

  /** Of the last answer that was not to end. */
  long endlessBytes() {
    return endlessBytes;
  }

  private static int length(Asked asked) {
    String length = asked.header("content-length");
    return length.isEmpty() ? 0 : Integer.parseInt(length);
  }

  /** What gfal2 asks before it copies. */
  private void tell(Asked asked, InputStream in, OutputStream out) throws IOException {
    in.readNBytes(length(asked));
    boolean directory = asked.path().indexOf('/', 1) < 0 || asked.path().endsWith("/");
    boolean there = asked.path().endsWith("/f") || stored.containsKey(asked.path());
    if (!directory && !there) {
      refuse(out, "404 Not Found", "no such file");
      return;
    }
    String type =
        directory
            ? "<D:resourcetype><D:collection/></D:resourcetype>"
            : "<D:resourcetype/><D:getcontentlength>%d</D:getcontentlength>"
                .formatted(stored.getOrDefault(asked.path(), file).length);
    String text =
        """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:"><D:response><D:href>%s</D:href><D:propstat><D:prop>%s</D:prop>
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>
        """
            .formatted(asked.path(), type);
    head(
        out,
        "207 Multi-Status",
        Map.of("Content-Type", "text/xml", "Content-Length", String.valueOf(text.length())));
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void refuse(OutputStream out, String status, String why) throws IOException {
    head(out, status, Map.of("Content-Length", String.valueOf(why.length())));
    out.write(why.getBytes(StandardCharsets.ISO_8859_1));
  }

  static String adler32(byte[] bytes) {
    Adler32 sum = new Adler32();
    sum.update(bytes);
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }

  private void send(Asked asked, OutputStream out, String way)
      throws IOException, InterruptedException {
    byte[] bytes = stored.getOrDefault(asked.path(), file);
    Map<String, String> headers = new LinkedHashMap<>();
    int from = 0;
    int to = bytes.length;
    String range = way.equals("rangeless") ? "" : asked.header("range");
    if (!range.isEmpty()) {
      String[] ends = range.substring("bytes=".length()).split("-", -1);
      from = Integer.parseInt(ends[0]);
      to = Integer.parseInt(ends[1]) + 1;
      int total = way.equals("grows") ? bytes.length + 1 : bytes.length;
      headers.put("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + total);
    }
    headers.put("Content-Length", String.valueOf(to - from));
    if (way.startsWith("garbles-")) {
      headers.put("ETag", "\"other\"");
    }
    if (SUMLESS.contains(way)) {
      headers.put("Accept-Ranges", "bytes");
      headers.put("ETag", tag(way));
    } else if (asked.header("want-digest").contains("adler32")) {
      String sum = way.equals("lies") ? "00000001" : adler32(bytes);
      headers.put("Digest", "adler32=" + sum);
    } else {
      headers.put("Digest", "adler32=3e3d2f3c"); // as xrootd 5.5.3 where none is asked for
    }
    if (way.equals("recants") && asked.method().equals("GET") && from == 0) {
      Thread.sleep(1000); // the other parts are stored meanwhile
      chunked(out, Arrays.copyOf(bytes, SHORTER_BYTES));
      return;
    }
    if (way.equals("lengthless")) {
      out.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.write(bytes, 0, asked.method().equals("GET") ? bytes.length / 2 : 0);
      out.flush();
      throw new IOException("as a server that is killed");
    }
    head(out, range.isEmpty() ? "200 OK" : "206 Partial Content", headers);
    if (asked.method().equals("HEAD")) {
      return;
    }
    switch (way) {
      case "short" -> {
        out.write(bytes, from, (to - from) / 2);
        throw new IOException("as a server that dies");
      }
      case "drips" -> {
        for (int at = from; at < to; at += 4096) {
          out.write(bytes, at, Math.min(4096, to - at));
          out.flush();
          Thread.sleep(50);
        }
      }
      default -> out.write(bytes, from, to - from);
    }
  }

  private static void chunked(OutputStream out, byte[] bytes) throws IOException {
    String begin =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(bytes.length)
            + "\r\n";
    out.write(begin.getBytes(StandardCharsets.US_ASCII));
    out.write(bytes);
    out.write("\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  /** Some servers send none, which is the same as an empty one. */
  private String tag(String way) {
    return switch (way) {
      case "changes" -> "\"" + requests.size() + "\"";
      case "weak" -> "W/\"1\"";
      case "tagless" -> "";
      default -> "\"1\"";
    };
  }

  private void store(Asked asked, InputStream in, OutputStream out, String way) throws IOException {
    if (asked.header("expect").equals("100-continue") && !way.equals("expectless")) {
      out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }
    byte[] body = in.readNBytes(length(asked));
    if (body.length < length(asked)) {
      throw new EOFException("as a server that keeps only whole files");
    }
    if (way.startsWith("garbles")) {
      body[0]++;
    }
    stored.put(asked.path(), way.equals("halves") ? Arrays.copyOf(body, body.length / 2) : body);
    // under the name garbles-raced another writer comes after this one
    String tag = way.equals("garbles-raced") ? "\"mine\"" : "";
    head(out, "201 Created", Map.of("ETag", tag));
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (SSLSocket one : open) {
      one.close();
    }
  }
}
