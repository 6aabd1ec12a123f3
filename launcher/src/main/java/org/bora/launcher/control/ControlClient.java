package org.bora.launcher.control;

import java.io.BufferedReader;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a Bora that runs. */
public final class ControlClient {
  /**
   * For every verb but those below: none of them takes a minute where databases and filesystems
   * answer.
   */
  public static final Duration USUAL = Duration.ofMinutes(2);

  /** For who only wants to know how it is: a process that is well answers at once. */
  public static final Duration SHORT = Duration.ofSeconds(10);

  /** For an order that may read a large file before it answers. */
  public static final Duration ORDERS = Duration.ofHours(1);

  /** For a verb that reads all files of a site. */
  public static final Duration LONG = Duration.ofDays(30);

  private ControlClient() {}

  /** The same with the {@link #USUAL} limit. */
  public static Optional<Answer> ask(Path socket, String verb) throws IOException {
    return ask(socket, verb, USUAL);
  }

  /**
   * Sends a verb and waits for the answer.
   *
   * @param verb and its arguments, separated by blanks
   * @param limit how long is waited at most; what was asked for may be done all the same
   * @return empty where no process listens
   * @throws AccessDeniedException where this user may not know whether a process listens
   * @throws SilentProcess where a process listens and has not answered in time
   * @throws IOException where a process listens and its answer breaks off
   */
  public static Optional<Answer> ask(Path socket, String verb, Duration limit) throws IOException {
    if (!isThere(socket)) {
      return Optional.empty();
    }
    FutureTask<Optional<Answer>> asking = new FutureTask<>(() -> exchange(socket, verb));
    // to be interrupted: that closes its connection, whatever it waits for there
    Thread.ofPlatform().daemon().name("asking").start(asking);
    try {
      return asking.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException silent) {
      throw new SilentProcess(socket, verb, limit);
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

  private static Optional<Answer> exchange(Path socket, String verb) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      try (SocketName reached = SocketName.of(socket.toAbsolutePath())) {
        channel.connect(reached.address());
      } catch (ConnectException refused) {
        return Optional.empty();
      } catch (SocketException refused) {
        throw Files.isWritable(socket) ? refused : new AccessDeniedException(socket.toString());
      }
      channel.write(ByteBuffer.wrap((verb + "\n").getBytes(StandardCharsets.UTF_8)));
      List<String> lines =
          new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8)).lines().toList();
      if (lines.isEmpty()) {
        throw new IOException(socket + ": no answer to " + verb + ", see the log");
      }
      return Optional.of(
          new Answer(lines.getFirst().equals(ControlServer.DONE), lines.subList(1, lines.size())));
    }
  }

  /** A user who may not enter a directory is told so, and not that there is nothing in it. */
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
