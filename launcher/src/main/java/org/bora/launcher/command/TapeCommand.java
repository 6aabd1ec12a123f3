package org.bora.launcher.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  /** {@code bora tape refresh}: damaged bytes are replaced from tape. */
  @Command(
      name = "refresh",
      description = {
        "Has the copy on tape of a file take the place of its damaged bytes on disk, which are gone"
            + " then; or has a file tried again that was given up for lost. Bytes that are right, and"
            + " files that are pinned or open, are left alone.",
        "Exit code 0: it is on its way from tape; 1: refused; 3: not running."
      })
  int refresh(
      @Mixin BackendOption which,
      @Parameters(paramLabel = "SURL", description = "As clients write it: srm://HOST/PATH")
          String surl)
      throws IOException {
    return which.ask(machine, "tape-refresh " + surl);
  }
}
