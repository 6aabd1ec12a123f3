package org.bora.launcher.command.run;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.launcher.command.Machine;
import org.bora.server.config.Configuration;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.bora.server.home.StartProgress;
import org.bora.server.home.StartProgress.Phase;

/** Starts the process that is Bora in a session of its own and waits until it is ready. */
final class Background {
  /** Since the last news, which a migration has for each version. A statement has ten minutes. */
  private static final Duration PATIENCE = Duration.ofMinutes(11);

  private final Home home;
  private final Configuration configuration;
  private final Machine machine;
  private final Integer port;

  Background(Home home, Configuration configuration, Machine machine, Integer port) {
    this.home = home;
    this.configuration = configuration;
    this.machine = machine;
    this.port = port;
  }

  /** Returns the exit code: 0 once all is healthy. */
  int launch(PrintStream out) throws IOException, InterruptedException {
    new StartProgress(Phase.ABSENT, "").write(home.progress());
    Path console = home.log().resolve("console.log");
    ProcessBuilder builder = new ProcessBuilder(command());
    builder.directory(new File("/"));
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(console.toFile());
    builder.redirectErrorStream(true);
    Process process = builder.start();
    long end = System.nanoTime() + PATIENCE.toNanos();
    String told = "";
    while (true) {
      boolean alive = process.isAlive();
      StartProgress progress = StartProgress.read(home.progress());
      if (progress.phase() == Phase.STARTING && !progress.text().equals(told)) {
        told = progress.text();
        end = System.nanoTime() + PATIENCE.toNanos();
        out.println("  " + told);
      }
      if (progress.phase() == Phase.READY) {
        Endpoint endpoint = Endpoint.read(home.endpoint()).orElseThrow();
        out.println(new Screen(home, configuration, machine, endpoint).text());
        return 0;
      }
      if (!alive || System.nanoTime() - end > 0) {
        return failed(process, progress, console);
      }
      Thread.sleep(50);
    }
  }

  private int failed(Process process, StartProgress progress, Path console)
      throws IOException, InterruptedException {
    if (process.isAlive()) {
      System.err.println(
          "bora: no news of it for " + PATIENCE.toMinutes() + " minutes, stopping it");
      process.destroy();
      process.waitFor();
    } else if (progress.phase() == Phase.FAILED) {
      System.err.println("bora: cannot start: " + progress.text());
    } else {
      Files.readAllLines(console).forEach(System.err::println);
    }
    System.err.println("bora: see " + home.log().resolve("bora.log"));
    return 1;
  }

  /** The same Java with the same class path, told to serve. */
  private List<String> command() {
    List<String> command = new ArrayList<>(List.of("setsid", javaExecutable()));
    for (String option :
        java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      command.add(option);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.bora.launcher.Main"));
    command.addAll(List.of("up", "--serve", "--home", home.directory().toString()));
    command.addAll(configuration.source().arguments());
    if (port != null) {
      command.addAll(List.of("--port", port.toString()));
    }
    return command;
  }

  private static String javaExecutable() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
