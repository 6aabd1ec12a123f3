package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Whatever an administrator may ask on the machine, he may ask from elsewhere. */
class RemoteEverywhereTest {
  private static final String STARTS = "starts or ends processes of this machine";
  private static final String LOCAL = "is about this machine and its files";

  /** Those that cannot, and why. */
  private static final Map<String, String> WITHOUT =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("up", STARTS),
              Map.entry("down", STARTS),
              Map.entry("serve", STARTS),
              Map.entry("frontend", STARTS),
              Map.entry("backend", STARTS),
              Map.entry("door", STARTS),
              Map.entry("env", LOCAL),
              Map.entry("token", LOCAL),
              Map.entry("init", LOCAL),
              Map.entry("completion", LOCAL),
              Map.entry("manual", LOCAL),
              Map.entry("config check", LOCAL),
              Map.entry("areas adopt", "is about what is mounted on this machine"),
              Map.entry("import storm", LOCAL),
              Map.entry("admin invite", LOCAL),
              Map.entry("page", "makes a link for a browser of this machine"),
              Map.entry("audit", "is about the log files of this machine"),
              Map.entry("publish", "is for the information provider of this machine"),
              Map.entry("revoke", "goes with what only root may do"),
              Map.entry("rebuild", "runs for hours, longer than a call may")));

  @Test
  void everyVerbOfAdministratorsHasUrl() {
    TreeSet<String> without = new TreeSet<>();
    Main.commandLine(new Machine(Path.of("/nowhere"), false, Map.of()))
        .getSubcommands()
        .forEach((name, verb) -> collect(name, verb, without));
    assertEquals(WITHOUT.keySet(), without);
  }

  /** One that only has others below it is none. */
  private static void collect(String path, CommandLine verb, Set<String> without) {
    if (path.endsWith("help")) {
      return;
    }
    boolean does = !(verb.getCommandSpec().userObject() instanceof Runnable);
    if (does && verb.getCommandSpec().findOption("--url") == null) {
      without.add(path);
    }
    verb.getSubcommands().forEach((name, below) -> collect(path + " " + name, below, without));
  }
}
