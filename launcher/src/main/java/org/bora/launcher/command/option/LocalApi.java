package org.bora.launcher.command.option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.server.control.LocalSocket;

/** The admin API, through the socket of a process on this machine. */
public final class LocalApi {
  private LocalApi() {}

  /**
   * The answer of a route; empty if no process listens.
   *
   * @param path encoded, with its parameters
   * @param body empty for none
   * @throws IOException if the listener does not speak HTTP, or its answer is truncated
   */
  public static Optional<RemoteOption.Reply> call(
      Path socket, String method, String path, String body) throws IOException {
    return call(
        socket, method, path, body, method.equals("GET") ? LocalSocket.USUAL : LocalSocket.ORDERS);
  }

  /**
   * The same.
   *
   * @param limit how long is waited at most
   */
  public static Optional<RemoteOption.Reply> call(
      Path socket, String method, String path, String body, Duration limit) throws IOException {
    return LocalSocket.ask(socket, method, path, body, limit)
        .map(told -> new RemoteOption.Reply(told.status(), told.body()));
  }
}
