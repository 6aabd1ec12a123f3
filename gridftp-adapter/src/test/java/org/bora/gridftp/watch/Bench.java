package org.bora.gridftp.watch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A watch of some servers whose time, threads and verdicts the test decides. Checks run on the
 * test's own thread unless they are held back.
 */
final class Bench implements AutoCloseable {

  static final WatchSettings SETTINGS =
      new WatchSettings(Duration.ofSeconds(10), Duration.ofSeconds(4), 2, 2);

  final SettableClock clock = new SettableClock();
  final Map<String, CheckResult> verdicts = new HashMap<>();
  final Deque<Runnable> held = new ArrayDeque<>();
  final ServerWatch watch;
  int checks;
  boolean hold;
  final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  Bench(String... names) {
    List<GridFtpEndpoint> servers =
        List.of(names).stream().map(n -> new GridFtpEndpoint(n, n + ".org", 2811, "")).toList();
    watch =
        new ServerWatch(
            settings(servers),
            (server, _) -> verdict(server),
            new RoundRobin(),
            clock,
            timer,
            this::run);
  }

  static GridFtpServerSettings settings(List<GridFtpEndpoint> servers) {
    return new GridFtpServerSettings(
        servers, SETTINGS, GridFtpServerSettings.Sharing.ROUND_ROBIN, Duration.ofMinutes(1));
  }

  void up(String name) {
    verdicts.put(name, new CheckResult.Passed("logged in"));
  }

  void down(String name, String reason) {
    verdicts.put(name, new CheckResult.Failed(reason));
  }

  /** Lets an interval pass and every server be checked. */
  void round() {
    clock.advance(SETTINGS.interval());
    watch.turnAll();
  }

  ServerHealth health(String name) {
    return watch.health().stream()
        .filter(h -> h.server().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void run(Runnable task) {
    if (hold) {
      held.add(task);
    } else {
      task.run();
    }
  }

  private CheckResult verdict(GridFtpEndpoint server) {
    checks++;
    CheckResult result = verdicts.get(server.name());
    if (result == null) {
      throw new IllegalStateException("the probe broke");
    }
    return result;
  }

  @Override
  public void close() {
    watch.close();
    timer.shutdownNow();
  }
}
