package org.bora.launcher.command.run;

import java.nio.file.Path;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.SettingOptions;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.wire.BackendProcess;
import org.bora.server.wire.Role;
import picocli.CommandLine.Command;

/** {@code bora backend}: runs a backend for frontends on other machines. */
@Command(
    name = "backend",
    description = {
      "Runs a backend. At the start it waits for its database and migrates the schema.",
      SettingOptions.HELP
    })
public final class BackendCommand extends ProcessCommand {
  public BackendCommand(Machine machine) {
    super("backend", Half.BACKEND, machine);
  }

  @Override
  Role role(Configuration configuration, Path place) {
    return new BackendProcess(configuration, place, this::tell, manager());
  }
}
