package org.bora.server.control;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bora.admin.SocketName;

/**
 * Asks a Bora on this machine. Each request uses HTTP/1.0 on its own connection, which ends with
 * the answer. The JDK's HTTP client has no Unix sockets, and a larger one would double the start of
 * a command.
 */
public final class LocalSocket {
  /** None of the usual requests takes a minute where databases and filesystems answer. */
  public static final Duration USUAL = Duration.ofMinutes(2);

  /** For health queries, which a healthy process answers at once. */
  public static final Duration SHORT = Duration.ofSeconds(10);

  /** For an order that may read a large file before it answers. */
  public static final Duration ORDERS = Duration.ofHours(1);

  /** For an order that reads all files of a site. */
  public static final Duration LONG = Duration.ofDays(30);

  private LocalSocket() {}

  /** Where a half of this name listens, {@code frontend} or {@code backend}, in its directory. */
  public static Path of(Path directory, String name) {
    return directory.resolve(name + ".control");
  }

  /**
   * Sends a request and waits for the answer.
   *
   * @param target path and parameters, encoded
   * @param body empty for none
   * @param limit longest time to wait; the request may be executed nevertheless
   * @return empty if no process listens
   * @throws AccessDeniedException if this user may not know whether a process listens
   * @throws SilentProcess if a process listens but has not answered in time
   * @throws IOException if a process listens and its answer is truncated, or is not HTTP
   */
  public static Optional<LocalReply> ask(
      Path socket, String method, String target, String body, Duration limit) throws IOException {
    if (!isThere(socket)) {
      return Optional.empty();
    }
    String asked = method + " " + target.split("[?]", 2)[0];
    FutureTask<Optional<LocalReply>> asking =
        new FutureTask<>(() -> exchange(socket, request(method, target, body), asked));
    // to be interrupted: that closes its connection, whatever it waits for there
    Thread.ofPlatform().daemon().name("asking").start(asking);
    try {
      return asking.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException silent) {
      throw new SilentProcess(socket, asked, limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + socket + " was asked");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UncheckedIOException lost) {
        throw lost.getCause();
      }
      if (e.getCause() instanceof IOException known) {
        throw known;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      asking.cancel(true);
    }
  }

  private static ByteBuffer request(String method, String target, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    byte[] head =
        "%s %s HTTP/1.0\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
            .formatted(method, target, content.length)
            .getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(head.length + content.length).put(head).put(content).flip();
  }

  private static Optional<LocalReply> exchange(Path socket, ByteBuffer request, String asked)
      throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      try (SocketName reached = SocketName.of(socket.toAbsolutePath())) {
        channel.connect(reached.address());
      } catch (ConnectException refused) {
        return Optional.empty();
      } catch (SocketException refused) {
        throw Files.isWritable(socket) ? refused : new AccessDeniedException(socket.toString());
      }
      while (request.hasRemaining()) {
        channel.write(request);
      }
      byte[] answer = Channels.newInputStream(channel).readAllBytes();
      if (answer.length == 0) {
        throw new IOException(socket + ": no answer to " + asked + ", see the log");
      }
      return Optional.of(LocalReply.parse(answer));
    }
  }

  /** A user without access to the directory gets that answer, and not that it is empty. */
  private static boolean isThere(Path socket) throws AccessDeniedException {
    try {
      Files.readAttributes(socket, BasicFileAttributes.class);
      return true;
    } catch (AccessDeniedException closed) {
      throw closed;
    } catch (IOException none) {
      return false;
    }
  }
}
