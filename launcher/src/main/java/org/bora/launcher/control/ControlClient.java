package org.bora.launcher.control;

import java.io.BufferedReader;
import java.io.IOException;
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
import java.util.List;
import java.util.Optional;

/** Asks a Bora that runs. */
public final class ControlClient {
  private ControlClient() {}

  /**
   * Sends a verb and waits for the answer.
   *
   * @param verb and its arguments, separated by blanks
   * @return empty where nobody listens
   * @throws AccessDeniedException where this user may not know whether somebody does
   * @throws IOException where somebody does and does not answer
   */
  public static Optional<Answer> ask(Path socket, String verb) throws IOException {
    if (!isThere(socket)) {
      return Optional.empty();
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      try (SocketName reached = SocketName.of(socket.toAbsolutePath())) {
        channel.connect(reached.address());
      } catch (ConnectException nobody) {
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

  /** Whoever may not enter a directory is told, and not that there is nothing in it. */
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
