package org.bora.launcher.command.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.SettingOptions;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.control.LocalSocket;
import org.bora.server.log.Logging;
import org.bora.server.process.ClassPath;
import org.bora.server.process.PidFile;
import org.bora.server.process.ProcessIdentity;
import org.bora.server.service.NotifySocket;
import org.bora.server.service.ServiceWatchdog;
import org.bora.server.wire.Role;
import org.bora.server.wire.StartFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * The common part of the verbs that run one role: reads the configuration, starts, reports it,
 * waits, stops.
 */
abstract class ProcessCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessCommand.class);

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Configuration file.")
  private Path file;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "Working directory, for the pid file and the control socket (default: the current"
              + " directory).")
  private Path directory = Path.of("");

  @Option(
      names = "--logs",
      paramLabel = "DIR",
      description = "Log directory (default: the directory of --directory).")
  private Path logs;

  @Spec private CommandSpec spec;

  @Unmatched private final List<String> settings = new ArrayList<>();

  private final String name;
  private final Half half;
  private final Machine machine;
  private final NotifySocket manager;

  ProcessCommand(String name, Half half, Machine machine) {
    this.name = name;
    this.half = half;
    this.machine = machine;
    this.manager = NotifySocket.of(machine.environment(), ProcessHandle.current().pid());
  }

  /** What is to run, with its logs in a directory. */
  abstract Role role(Configuration configuration, Path logs);

  @Override
  public Integer call() throws IOException, InterruptedException {
    switch (ConfigurationFile.read(SettingOptions.source(spec, file, machine, settings))) {
      case ConfigurationFile.Outcome.Invalid invalid -> {
        invalid.mistakes().forEach(System.err::println);
        return 1;
      }
      case ConfigurationFile.Outcome.Valid valid -> {
        return run(valid.configuration());
      }
    }
  }

  private int run(Configuration configuration) throws IOException, InterruptedException {
    Path place = Files.createDirectories(directory.toAbsolutePath().normalize());
    PidFile pid = new PidFile(place.resolve(name + ".pid"));
    if (pid.running().isPresent()) {
      System.err.println("bora: a " + name + " runs already, see " + pid.path());
      return 1;
    }
    Path logPlace =
        logs == null ? place : Files.createDirectories(logs.toAbsolutePath().normalize());
    Logging.start(configuration.logging(), logPlace, name, true);
    ClassPath.open(ProcessCommand.class.getClassLoader());
    Role role = role(configuration, logPlace);
    Path socket = LocalSocket.of(place, name);
    role.commands(routes -> LocalCommands.open(half, socket, routes));
    CountDownLatch stopped = new CountDownLatch(1);
    Thread hook = Thread.ofPlatform().name("stop").unstarted(() -> end(role, pid, stopped));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      pid.write(new PidFile.Entry(ProcessIdentity.ofSelf(), name));
      String where = role.start().toString();
      LOG.info("ready: {} at {}", name, where);
      System.out.println("ready " + where);
      manager.ready(where);
      try (ServiceWatchdog _ = ServiceWatchdog.start(manager)) {
        stopped.await();
      }
      return 0;
    } catch (StartFailure | IOException e) {
      e.getMessage().lines().forEach(line -> LOG.error("cannot start: {}", line));
      manager.doing("cannot start: " + e.getMessage());
      LOG.debug("cannot start", e);
      return 1;
    }
  }

  private void end(Role role, PidFile pid, CountDownLatch stopped) {
    LOG.info("stopping");
    manager.stopping();
    role.close();
    try {
      pid.delete();
    } catch (IOException e) {
      LOG.warn("cannot remove {}: {}", pid.path(), e.getMessage());
    }
    LOG.info("stopped");
    Logging.stop();
    stopped.countDown();
  }

  /** Who waits for it to be ready. */
  NotifySocket manager() {
    return manager;
  }

  /** A step that takes time. */
  void tell(String step) {
    LOG.info("{}", step);
    manager.doing(step);
  }
}
