package org.bora.launcher.command.look;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.launcher.area.AreaText;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bora areas}: how full the storage areas are. */
@Command(
    name = "areas",
    mixinStandardHelpOptions = true,
    description = {
      "Tells of each storage area what is used, promised to files being written, reserved and free,"
          + " what of it is on tape, and who reserved what. Of areas on tape it reads an index of"
          + " their files.",
      "Exit code 0: told; 1: it could not be found out; 3: not running."
    })
public final class AreasCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  public AreasCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.show(machine, "/v1/areas", AreaText::lines);
  }
}
