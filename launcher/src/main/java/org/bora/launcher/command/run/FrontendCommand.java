package org.bora.launcher.command.run;

import java.nio.file.Path;
import org.bora.launcher.check.Half;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.SettingOptions;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.wire.FrontendProcess;
import org.bora.launcher.wire.Role;
import picocli.CommandLine.Command;

/** {@code bora frontend}: speaks SRM, asks backends elsewhere. */
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
