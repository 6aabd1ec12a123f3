package org.bora.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** Takes GSI connections and answers each request as the test says; remembers what it saw. */
final class GsiServer implements AutoCloseable {

  /** Writes an answer, or does something worse. */
  @FunctionalInterface
  interface Manners {
    void answer(String request, OutputStream out) throws IOException;
  }

  private final SSLServerSocket listener;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Character> firstBytes = new CopyOnWriteArrayList<>();
  private final List<String> sessions = new CopyOnWriteArrayList<>();
  private final Manners manners;

  GsiServer(SSLContext tls, Manners manners) throws IOException {
    this.manners = manners;
    listener =
        (SSLServerSocket)
            tls.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listener.setNeedClientAuth(true);
    Thread.ofVirtual().start(this::accept);
  }

  /** An answer with a length. */
  static void ok(OutputStream out, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head = "HTTP/1.1 200 OK\r\nContent-Length: " + bytes.length + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(bytes);
    out.flush();
  }

  int port() {
    return listener.getLocalPort();
  }

  List<String> requests() {
    return requests;
  }

  List<Character> firstBytes() {
    return firstBytes;
  }

  List<String> protocols() {
    return sessions;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        SSLSocket socket = (SSLSocket) listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(SSLSocket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      firstBytes.add((char) in.read());
      sessions.add(socket.getSession().getProtocol());
      for (String request = request(in); !request.isEmpty(); request = request(in)) {
        requests.add(request);
        manners.answer(request, socket.getOutputStream());
      }
    } catch (IOException e) {
      // the client has gone
    }
  }

  private static String request(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return "";
      }
      head.append((char) b);
    }
    int length = 0;
    for (String line : head.toString().split("\r\n", -1)) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  /** Certificates of the try grid, made once per build. */
  static Path grid() throws IOException, InterruptedException {
    Path module = Path.of("").toAbsolutePath();
    Path directory = module.resolve("target/grid");
    Path script = module.resolve("../launcher/try-grid/grid-up").normalize();
    Path log = Files.createDirectories(module.resolve("target")).resolve("grid-up.log");
    ProcessBuilder command =
        new ProcessBuilder("bash", script.toString(), directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    command.environment().put("GRID_NO_GRIDFTP", "1");
    Process process = command.start();
    if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("grid-up failed:\n" + Files.readString(log));
    }
    return directory;
  }
}
