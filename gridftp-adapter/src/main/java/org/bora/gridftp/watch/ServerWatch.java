package org.bora.gridftp.watch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configured servers, checked in the background one by one. A server that fails its checks gets
 * no TURLs and comes back by itself when it passes them again; each change is logged once.
 *
 * <p>Life cycle: {@link #start} after construction, {@link #close} at the end; the executors belong
 * to the caller, who ends them after closing. All answers come from memory.
 */
public final class ServerWatch implements GridFtpServers, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);
  private static final Duration SHORTEST_TURN = Duration.ofMillis(5);
  private static final Duration LONGEST_TURN = Duration.ofSeconds(1);

  private final List<WatchedServer> watched;
  private final List<String> protocols;
  private final WatchSettings settings;
  private final Balancing balancing;
  private final Clock clock;
  private final ScheduledExecutorService timer;
  private ScheduledFuture<?> turns;
  private boolean closed;

  /**
   * Makes a watch without results yet, so that no server gets TURLs.
   *
   * @param balancing usually {@link GridFtpServerSettings#balancing}
   * @param timer one thread is enough: it only hands checks over
   * @param checks runs the probes; best a thread per task and virtual, so that a hung check costs
   *     nothing and can be interrupted out of its socket
   */
  public ServerWatch(
      GridFtpServerSettings settings,
      ServerProbe probe,
      Balancing balancing,
      Clock clock,
      ScheduledExecutorService timer,
      Executor checks) {
    Objects.requireNonNull(probe, "probe");
    Objects.requireNonNull(checks, "checks");
    this.settings = settings.watch();
    this.balancing = Objects.requireNonNull(balancing, "balancing");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.timer = Objects.requireNonNull(timer, "timer");
    Instant now = clock.instant();
    this.watched =
        settings.servers().stream()
            .map(d -> new WatchedServer(d, settings.watch(), probe, checks, now))
            .toList();
    this.protocols = settings.servers().stream().map(GridFtpEndpoint::protocol).distinct().toList();
  }

  /** Begins to check, every server at once; may be called once. */
  public synchronized void start() {
    if (closed || turns != null) {
      throw new IllegalStateException(closed ? "the watch is closed" : "the watch runs already");
    }
    long nanos = turn().toNanos();
    turns = timer.scheduleWithFixedDelay(this::turnAll, 0, nanos, TimeUnit.NANOSECONDS);
  }

  /** One round over all servers: begins due checks, and abandons hanging ones. */
  void turnAll() {
    Instant now = clock.instant();
    for (WatchedServer server : watched) {
      try {
        server.turn(now, clock);
      } catch (RuntimeException e) {
        // the timer would drop a task that throws, and every server would keep its state for ever
        LOG.error(
            "watching GridFTP server {} failed, going on", server.health().server().name(), e);
      }
    }
  }

  @Override
  public Optional<GridFtpEndpoint> choose(String protocol) {
    List<ServerHealth> healthy =
        watched.stream()
            .map(WatchedServer::health)
            .filter(h -> h.healthy() && h.server().protocol().equals(protocol))
            .toList();
    return healthy.isEmpty() ? Optional.empty() : Optional.of(balancing.choose(healthy).server());
  }

  @Override
  public List<String> protocols() {
    return protocols;
  }

  @Override
  public List<ServerHealth> health() {
    return watched.stream().map(WatchedServer::health).toList();
  }

  /** Stops checking and abandons running checks; the known health stays. */
  @Override
  public synchronized void close() {
    closed = true;
    if (turns != null) {
      turns.cancel(false);
    }
    watched.forEach(WatchedServer::stop);
  }

  /** Fine enough that a time-out is noticed soon after it, coarse enough to cost nothing. */
  private Duration turn() {
    Duration quarter = settings.timeout().dividedBy(4);
    if (quarter.compareTo(SHORTEST_TURN) < 0) {
      return SHORTEST_TURN;
    }
    return quarter.compareTo(LONGEST_TURN) > 0 ? LONGEST_TURN : quarter;
  }
}
