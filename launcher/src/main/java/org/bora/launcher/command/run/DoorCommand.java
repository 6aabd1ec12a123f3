package org.bora.launcher.command.run;

import java.nio.file.Path;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.SettingOptions;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.wire.DoorProcess;
import org.bora.server.wire.Role;
import picocli.CommandLine.Command;

/**
 * {@code bora door}: serves HTTP on a machine that has mounted the filesystem, with backends on
 * other machines.
 */
@Command(
    name = "door",
    description = {
      "Runs an HTTP door: HTTPS, WebDAV and the Tape REST API where the file system of the storage"
          + " areas is mounted. Its backends are configured under 'link'.",
      SettingOptions.HELP
    })
public final class DoorCommand extends ProcessCommand {
  public DoorCommand(Machine machine) {
    super("door", Half.DOOR, machine);
  }

  @Override
  Role role(Configuration configuration, Path place) {
    return new DoorProcess(configuration, place, manager());
  }
}
