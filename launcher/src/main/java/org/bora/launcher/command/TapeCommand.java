package org.bora.launcher.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bora tape}: what happens between disk and tape. */
@Command(
    name = "tape",
    description = {
      "Tells what happens between disk and tape: libraries and drives, what waits and why, buffers,"
          + " the scrub, alarms.",
      "Exit code 0: told; 1: it could not be found out; 3: not running."
    })
public final class TapeCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private BackendOption backend;

  @Option(names = "--json", description = "For programs: one JSON object.")
  private boolean json;

  public TapeCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    return backend.ask(machine, json ? "tape json" : "tape");
  }
}
