package org.bora.launcher.command.change;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.server.control.LocalSocket;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bora revoke}: what the site issued counts no more. */
@Command(
    name = "revoke",
    description = {
      "Revokes all macaroons and HTTPS transfer URLs that the site has issued, on all its"
          + " machines within a minute. Clients get new ones. Use it when a macaroon, or a copy of"
          + " the database, may be in the wrong hands. To keep out one user, use bora bans.",
      "Exit codes: 0 success; 1 refused; 3 not running."
    })
public final class RevokeCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private BackendOption backend;

  @Mixin private JsonOption json;

  public RevokeCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    return backend.order(machine, "/v1/revoke", "", LocalSocket.USUAL, json);
  }
}
