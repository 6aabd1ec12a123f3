package org.bora.gridftp.door;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A watch of some doors whose time, threads and verdicts the test decides. Checks run on the test's
 * own thread unless they are held back.
 */
final class Bench implements AutoCloseable {

  static final WatchSettings SETTINGS =
      new WatchSettings(Duration.ofSeconds(10), Duration.ofSeconds(4), 2, 2);

  final SettableClock clock = new SettableClock();
  final Map<String, CheckResult> verdicts = new HashMap<>();
  final Deque<Runnable> held = new ArrayDeque<>();
  final DoorWatch watch;
  int checks;
  boolean hold;
  final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  Bench(String... names) {
    List<Door> doors = List.of(names).stream().map(n -> new Door(n, n + ".org", 2811, "")).toList();
    watch =
        new DoorWatch(
            settings(doors), (door, _) -> verdict(door), new RoundRobin(), clock, timer, this::run);
  }

  static GridFtpServerSettings settings(List<Door> doors) {
    return new GridFtpServerSettings(
        doors, SETTINGS, GridFtpServerSettings.Sharing.ROUND_ROBIN, Duration.ofMinutes(1));
  }

  void up(String name) {
    verdicts.put(name, new CheckResult.Passed("logged in"));
  }

  void down(String name, String reason) {
    verdicts.put(name, new CheckResult.Failed(reason));
  }

  /** Lets an interval pass and every door be checked. */
  void round() {
    clock.advance(SETTINGS.interval());
    watch.turnAll();
  }

  DoorHealth health(String name) {
    return watch.health().stream()
        .filter(h -> h.door().name().equals(name))
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

  private CheckResult verdict(Door door) {
    checks++;
    CheckResult result = verdicts.get(door.name());
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
