package org.bora.launcher.command.run;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.bora.launcher.command.Machine;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.bora.server.home.StartProgress;
import org.bora.server.home.StartProgress.Phase;
import org.bora.server.log.Logging;
import org.bora.server.service.NotifySocket;
import org.bora.server.service.ServiceWatchdog;
import org.bora.server.wire.AllInOne;
import org.bora.server.wire.StartFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Bora process: starts all parts, waits for a signal, stops all parts. */
final class Server {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** The receiver of messages. */
  enum Voice {
    /** Log lines go to the terminal as well as to the file, and commands to try are shown. */
    TERMINAL,
    /** Log lines go to the journal as well as to the file. */
    SERVICE,
    QUIET
  }

  private final Home home;
  private final Configuration configuration;
  private final Machine machine;
  private final NotifySocket manager;

  Server(Home home, Configuration configuration, Machine machine, Integer port) {
    this.home = home;
    this.configuration = port == null ? configuration : configuration.withPort(port);
    this.machine = machine;
    this.manager = NotifySocket.of(machine.environment(), pid());
  }

  /** Returns when Bora has stopped, with the exit code. */
  int run(Voice voice) throws IOException, InterruptedException {
    Logging.start(configuration.logging(), home.log(), "bora", voice != Voice.QUIET);
    CountDownLatch stopped = new CountDownLatch(1);
    AllInOne bora = new AllInOne(home, configuration, machine.isRoot(), this::step, manager);
    bora.commands(routes -> LocalCommands.open(Half.ALL, home.control(), routes));
    Thread stop = Thread.ofPlatform().name("stop").unstarted(() -> stop(bora, stopped));
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      long began = System.nanoTime();
      Endpoint endpoint = bora.start();
      LOG.info("ready after {} ms: {}", (System.nanoTime() - began) / 1_000_000, endpoint);
      tell(Phase.READY, endpoint.toString());
      if (voice == Voice.TERMINAL) {
        System.out.println(new Screen(home, configuration, machine, endpoint).text());
      }
      manager.ready(endpoint.toString());
      try (ServiceWatchdog _ = ServiceWatchdog.start(manager)) {
        stopped.await();
      }
      return 0;
    } catch (StartFailure | IOException e) {
      // a second Bora that lost the race for the lock must not speak for the first
      boolean ours =
          home.boraPid().running().filter(entry -> entry.process().pid() == pid()).isPresent();
      if (ours) {
        tell(Phase.FAILED, e.getMessage());
      }
      manager.doing("cannot start: " + e.getMessage());
      failed(e, voice);
      return 1;
    }
  }

  /** Prints it once: log lines of a service go to its journal, and the message to a terminal. */
  private static void failed(Exception e, Voice voice) {
    if (voice == Voice.SERVICE) {
      e.getMessage().lines().forEach(line -> LOG.error("cannot start: {}", line));
    } else {
      e.getMessage()
          .lines()
          .forEach(line -> LOG.error(Logging.FILE_ONLY, "cannot start: {}", line));
      System.err.println("bora: cannot start: " + e.getMessage());
    }
    LOG.debug(Logging.FILE_ONLY, "cannot start", e);
  }

  private void step(String text) {
    LOG.info("{}", text);
    manager.doing(text);
    tell(Phase.STARTING, text);
  }

  private void tell(Phase phase, String text) {
    try {
      new StartProgress(phase, text).write(home.progress());
    } catch (IOException e) {
      LOG.warn("cannot write {}: {}", home.progress(), e.getMessage());
    }
  }

  private void stop(AllInOne bora, CountDownLatch stopped) {
    LOG.info("stopping");
    manager.stopping();
    bora.close();
    LOG.info("stopped");
    Logging.stop();
    stopped.countDown();
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }
}
