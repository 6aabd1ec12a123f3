package org.bora.storage.tape.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The scripts of docs/operate/tape-scripts, with stand-ins for the vendors' commands in their path.
 */
enum ExampleScript {
  TSM("tsm.py", "@/scratch -se=tape1"),
  HPSS("hpss.py", "/home/bora/tape -A keytab"),
  CTA("cta.py", "eos.example.org /eos/bora");

  private static final Path SCRIPTS =
      Path.of("..", "docs", "operate", "tape-scripts").toAbsolutePath().normalize();
  private static final Path STAND_INS =
      Path.of("src", "test", "resources", "tape-clients").toAbsolutePath();

  private final String script;
  private final String arguments;

  ExampleScript(String script, String arguments) {
    this.script = script;
    this.arguments = arguments;
  }

  /** The vendor's server, empty. */
  static void start(Path directory) throws IOException {
    Files.createDirectory(directory.resolve("scratch"));
    Files.createDirectory(server(directory));
  }

  /** What the stand-ins take for the server: files in it, and "down" while it does not answer. */
  static Path server(Path directory) {
    return directory.resolve("server");
  }

  ScriptDriver driver(Path directory) {
    return driver(directory, STAND_INS + ":/usr/bin:/bin");
  }

  /** With no client of a tape system on this machine. */
  ScriptDriver driverWithoutClient(Path directory) {
    return driver(directory, directory.toString());
  }

  private ScriptDriver driver(Path directory, String path) {
    List<String> command = new ArrayList<>(List.of(SCRIPTS.resolve(script).toString()));
    command.addAll(List.of(arguments.replace("@", directory.toString()).split(" ")));
    return new ScriptDriver(
        name(),
        ScriptSettings.of(
                command,
                2,
                new ScriptTimes(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(1)))
            .with(
                new TreeMap<>(
                    Map.of(
                        "PATH",
                        path,
                        "STAND_IN",
                        server(directory).toString(),
                        "CTA_PAUSE",
                        "0.01"))),
        Clock.systemUTC());
  }
}
