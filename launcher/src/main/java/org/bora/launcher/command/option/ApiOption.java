package org.bora.launcher.command.option;

import java.io.IOException;
import java.util.Optional;
import org.bora.launcher.command.Machine;
import org.bora.server.home.Home;
import picocli.CommandLine.Mixin;

/**
 * Selects the running Bora that a verb asks through the admin API: by the socket on this machine,
 * or remotely by HTTPS with a certificate.
 */
public final class ApiOption {
  @Mixin private BackendOption backend;

  @Mixin private RemoteOption remote;

  /** Whether one elsewhere is to be asked. */
  public boolean isRemote() {
    return remote.isGiven();
  }

  /** The home of this machine. */
  public Home home(Machine machine) {
    return backend.home(machine);
  }

  /** The place that is asked, for {@link NotRunning#at}. */
  public Object where(Machine machine) {
    return remote.isGiven() ? remote : backend.sockets(machine);
  }

  /**
   * The answer of a route; empty if nothing listens.
   *
   * @param path encoded, with its parameters
   * @param body empty for none
   */
  public Optional<RemoteOption.Reply> call(Machine machine, String method, String path, String body)
      throws IOException, InterruptedException {
    return remote.isGiven()
        ? remote.call(method, path, body)
        : backend.api(machine, method, path, body);
  }
}
