package org.bora.launcher.command.look;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.launcher.area.AreaText;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.control.ControlClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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

  /** {@code bora areas adopt}: an area that was moved. */
  @Command(
      name = "adopt",
      mixinStandardHelpOptions = true,
      description = {
        "Makes what is at the root of an area on this machine the area, for all backends: after it"
            + " was moved to another directory or filesystem, or restored from a backup. The"
            + " directory gets a new mark; backends that have another one there stop serving the"
            + " area.",
        "Exit code 0: this backend serves it; 1: refused; 3: not running."
      })
  int adopt(
      @Mixin BackendOption backend,
      @Mixin JsonOption json,
      @Parameters(paramLabel = "NAME", description = "Of the area, as the configuration has it.")
          String name)
      throws IOException {
    return backend.ask(machine, "adopt " + name, ControlClient.USUAL, json::tell);
  }
}
