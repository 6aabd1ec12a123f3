package org.bora.launcher.command.look;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.launcher.area.AreaText;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.WatchOption;
import org.bora.server.control.LocalSocket;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bora areas}: how full the storage areas are. */
@Command(
    name = "areas",
    mixinStandardHelpOptions = true,
    description = {
      "Shows each storage area: space used, promised to open uploads, reserved and free,"
          + " data on tape, and reservations with their owners. For tape areas, this reads an"
          + " index of all files.",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class AreasCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  @Mixin private WatchOption watch;

  public AreasCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.list(machine, watch, "/v1/areas", AreaText::table);
  }

  /** {@code bora areas adopt}: an area that was moved. */
  @Command(
      name = "adopt",
      mixinStandardHelpOptions = true,
      description = {
        "Declares the directory at an area's root on this machine to be the storage area for"
            + " all backends. Use it after moving the area to another directory or filesystem, or"
            + " after restoring a backup. The directory gets a new mark; backends whose root has a"
            + " different mark stop serving the area.",
        "Exit codes: 0 this backend serves the area; 1 refused; 3 not running."
      })
  int adopt(
      @Mixin BackendOption backend,
      @Mixin JsonOption json,
      @Parameters(
              paramLabel = "NAME",
              description = "Name of the storage area in the configuration.")
          String name)
      throws IOException {
    return backend.order(
        machine, "/v1/areas/" + AdminOption.segment(name) + "/adopt", "", LocalSocket.USUAL, json);
  }
}
