package org.bora.launcher.command.run;

import java.nio.file.Path;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.SettingOptions;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.wire.FrontendProcess;
import org.bora.server.wire.Role;
import picocli.CommandLine.Command;

/** {@code bora frontend}: serves SRM, with backends on other machines. */
@Command(
    name = "frontend",
    description = {
      "Runs a frontend. Its backends are configured under 'link'.",
      SettingOptions.HELP
    })
public final class FrontendCommand extends ProcessCommand {
  public FrontendCommand(Machine machine) {
    super("frontend", Half.FRONTEND, machine);
  }

  @Override
  Role role(Configuration configuration, Path place) {
    return new FrontendProcess(configuration, place, manager());
  }
}
