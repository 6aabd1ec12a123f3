package org.bora.server.drain;

import java.util.List;
import java.util.Objects;
import org.bora.backend.serve.BackendServer;

/** Takes a backend out of service: frontends use other backends, and running calls end normally. */
public final class BackendDrain implements Drainable {

  private final BackendServer server;

  public BackendDrain(BackendServer server) {
    this.server = Objects.requireNonNull(server, "server");
  }

  @Override
  public void begin() {
    server.drain();
  }

  @Override
  public boolean undo() {
    server.resume();
    return true;
  }

  @Override
  public List<Left> left() {
    int calls = server.calls();
    return calls == 0
        ? List.of()
        : List.of(new Left("frontend-calls", calls, calls + " calls of frontends run"));
  }
}
