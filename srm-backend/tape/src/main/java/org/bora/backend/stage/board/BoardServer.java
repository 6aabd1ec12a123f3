package org.bora.backend.stage.board;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.bora.port.GuardedPort;
import org.bora.port.PortSettings;

/** The port on which pullers reach the board. Starts when it is asked to, ends when closed. */
public final class BoardServer implements AutoCloseable {
  private static final int HEADER_BYTES = 8 << 10;

  private final GuardedPort port;

  /**
   * @param libraries names of the tape systems whose work is fetched here
   * @param identity the host's, for TLS; empty: plain HTTP, which the settings must allow
   * @throws IOException the tokens cannot be used; with a sentence for the administrator
   */
  public BoardServer(
      BoardSettings settings,
      PulledTasks tasks,
      Set<String> libraries,
      Optional<SSLContext> identity)
      throws IOException {
    if (settings.tls() && identity.isEmpty()) {
      throw new IllegalArgumentException("TLS needs an identity");
    }
    BearerTokens tokens = new BearerTokens(settings.tokens());
    tokens.check();
    port =
        new GuardedPort(
            new PortSettings(
                "tape-board",
                settings.host(),
                settings.port(),
                HEADER_BYTES,
                settings.bounds(),
                identity.map(context -> new PortSettings.Tls(context, false))),
            new BoardHandler(tokens, new BoardRequests(tasks, libraries)));
  }

  /**
   * Begins to listen.
   *
   * @throws IOException the port cannot be had
   */
  public void start() throws IOException {
    port.open();
  }

  /** Where it listens. */
  public int port() {
    return port.port();
  }

  @Override
  public void close() {
    port.close();
  }
}
