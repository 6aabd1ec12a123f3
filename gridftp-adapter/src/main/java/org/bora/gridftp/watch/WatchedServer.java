package org.bora.gridftp.watch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server under watch. At most one check of it runs at a time, even if that check hangs, so a
 * dead server holds only one thread. Readers take no lock.
 */
final class WatchedServer {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedServer.class);

  private final GridFtpEndpoint server;
  private final WatchSettings settings;
  private final ServerProbe probe;
  private final Executor checks;
  private volatile ServerState state;
  private Check check;
  private Instant countedAt;

  WatchedServer(
      GridFtpEndpoint server,
      WatchSettings settings,
      ServerProbe probe,
      Executor checks,
      Instant now) {
    this.server = server;
    this.settings = settings;
    this.probe = probe;
    this.checks = checks;
    this.state = ServerState.unknown(server, now);
    this.countedAt = now;
  }

  ServerHealth health() {
    return state.health();
  }

  /** Begins a due check, and abandons a hanging one. */
  synchronized void turn(Instant now, InstantSource clock) {
    if (check != null && !check.done()) {
      overstayed(now);
    } else if (check == null || passed(check.startedAt(), now, settings.interval())) {
      begin(now, clock);
    }
  }

  synchronized void stop() {
    if (check != null) {
      check.abandon();
    }
  }

  private void begin(Instant now, InstantSource clock) {
    Check next =
        new Check(server, probe, settings.timeout(), now, result -> count(result, clock.instant()));
    check = next;
    try {
      checks.execute(next);
    } catch (RejectedExecutionException e) {
      next.abandon();
      next.run(); // only marks it as done
      count(new CheckResult.Failed("no thread for the check: " + e.getMessage()), now);
    }
  }

  private void overstayed(Instant now) {
    if (!check.abandoned()) {
      if (passed(check.startedAt(), now, settings.abandonAfter())) {
        check.abandon();
        count(new CheckResult.Failed("no answer within " + seconds(settings.timeout())), now);
      }
    } else if (passed(countedAt, now, settings.interval())) {
      count(new CheckResult.Failed("the check begun at " + check.startedAt() + " hangs"), now);
    }
  }

  private synchronized void count(CheckResult result, Instant now) {
    ServerHealth before = state.health();
    boolean first = !state.checked();
    state = state.after(result, now, settings);
    countedAt = now;
    ServerHealth after = state.health();
    if (before.healthy() != after.healthy() || first) {
      say(after, result);
    }
  }

  private void say(ServerHealth health, CheckResult result) {
    String where = server.host() + ":" + server.port();
    if (health.healthy()) {
      String extent = result instanceof CheckResult.Passed passed ? passed.extent() : "";
      LOG.info("GridFTP server {} ({}) is up: {}", server.name(), where, extent);
    } else {
      LOG.error(
          "GridFTP server {} ({}) is down and gets no TURLs: {}",
          server.name(),
          where,
          health.reason());
    }
  }

  /** A clock set back counts as time passed: a check too many is better than none for an hour. */
  private static boolean passed(Instant from, Instant now, Duration time) {
    Duration gone = Duration.between(from, now);
    return gone.isNegative() || gone.compareTo(time) >= 0;
  }

  private static String seconds(Duration time) {
    return time.toMillis() / 1000.0 + " s";
  }
}
