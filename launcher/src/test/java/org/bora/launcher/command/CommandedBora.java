package org.bora.launcher.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bora.launcher.Main;
import org.bora.launcher.command.run.EnvCommand;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import picocli.CommandLine;

/**
 * An all-in-one Bora that is started, asked and stopped by its command line, and the shell of a
 * user beside it.
 */
final class CommandedBora {
  static final Path CHECKOUT = Path.of("").toAbsolutePath().getParent();

  /** Debian's gfal commands die in the C library's exit handlers now and then, their work done. */
  static final Path NO_ABORT = CHECKOUT.resolve("integration-tests/clients/gfal-noabort");

  private final Path directory;

  /**
   * What a command came to.
   *
   * @param text what it printed, errors included
   */
  record Said(int code, String text) {}

  /**
   * @param directory of the test; the home is made in it
   */
  CommandedBora(Path directory) {
    this.directory = directory;
  }

  Home home() {
    return new Home(directory.resolve("home"));
  }

  /** Runs a verb as the script does it, in a process of its own, with the classes under test. */
  Said process(String... words) throws Exception {
    List<String> command = new ArrayList<>(java());
    command.addAll(atHome(words));
    return run(command);
  }

  /** Starts it in the background; returns what was printed. */
  String up() throws Exception {
    Said said = process("up", "--background");
    assertEquals(0, said.code(), said.text());
    return said.text();
  }

  /** Runs a verb that asks in this process, without the start of another. */
  Said verb(String... words) {
    StringWriter text = new StringWriter();
    CommandLine line = Main.commandLine(new Machine(CHECKOUT, false, System.getenv()));
    line.setOut(new PrintWriter(text, true));
    line.setErr(new PrintWriter(text, true));
    int code = line.execute(atHome(words).toArray(String[]::new));
    return new Said(code, text.toString());
  }

  /** The same; returns what it printed. */
  String succeeds(String... words) {
    Said said = verb(words);
    assertEquals(0, said.code(), said.text());
    return said.text();
  }

  private List<String> atHome(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--home", home().directory().toString()));
    return all;
  }

  static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        // ready after little more than half the processor time
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "-Dbora.root=" + CHECKOUT,
        "-cp",
        System.getProperty("java.class.path"),
        "org.bora.launcher.Main");
  }

  /** What a user's shell reads before it begins. */
  String exports() throws IOException {
    Endpoint endpoint = Endpoint.read(home().endpoint()).orElseThrow();
    return String.join("\n", EnvCommand.lines(home(), endpoint));
  }

  Said shell(String script) throws Exception {
    return run(List.of("bash", "-c", exports() + "\n" + script));
  }

  Said run(List<String> command) throws Exception {
    Path output = Files.createTempFile(directory, "output", "");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      fail("no end of " + command + ":\n" + Files.readString(output, StandardCharsets.UTF_8));
    }
    return new Said(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }
}
