package org.bora.launcher.command.option;

import java.util.List;
import java.util.stream.Collectors;

/** Reports that no process answers, with exit code {@link ExitCode#NOT_RUNNING}. */
public final class NotRunning {
  private NotRunning() {}

  /**
   * Names the places that were tried, and the remedy.
   *
   * @param where an address, or a list of sockets
   */
  public static String at(Object where) {
    String places =
        where instanceof List<?> several
            ? several.stream().map(String::valueOf).collect(Collectors.joining(" or "))
            : String.valueOf(where);
    return "no running Bora answers at "
        + places
        + "; start it, or name the home or address of another one (bora status shows what runs)";
  }
}
