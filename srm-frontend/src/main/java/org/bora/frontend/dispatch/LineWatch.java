package org.bora.frontend.dispatch;

import io.grpc.Channel;
import io.grpc.Status;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the state of one backend: that it is lost, why it cannot be used, that it is back. Each
 * change is logged once, however many attempts are made. Thread safe.
 */
final class LineWatch {
  private static final Logger LOG = LoggerFactory.getLogger(LineWatch.class);

  /** Shorter than two looks: a backend that answers at all does so in a millisecond. */
  private static final Duration PATIENCE = Duration.ofMillis(1_500);

  private final String name;
  private final LinkTrouble troubles;
  private long since = System.nanoTime();
  private boolean ready;
  private boolean everReady;
  private boolean closed;
  private String trouble = "";

  /**
   * @param name host and port
   */
  LineWatch(String name, LinkTrouble troubles) {
    this.name = Objects.requireNonNull(name, "name");
    this.troubles = Objects.requireNonNull(troubles, "troubles");
  }

  /** It serves. */
  synchronized void arrived() {
    if (everReady) {
      LOG.info("backend {} is back; it was away for {} s", name, tenths());
    } else {
      LOG.info("backend {} is ready", name);
    }
    since = System.nanoTime();
    ready = true;
    everReady = true;
    trouble = "";
  }

  /** It does not any more. */
  synchronized void left() {
    if (!closed) {
      LOG.warn(
          "backend {} is lost after {} s; calls go to the other backends until it is back",
          name,
          tenths());
    }
    since = System.nanoTime();
    ready = false;
  }

  /** Stops logging, because this process closes the connections. */
  synchronized void close() {
    closed = true;
  }

  /**
   * Finds out why it is not ready, for the log and for queries. Returns at once.
   *
   * @param channel to it
   */
  void explain(Channel channel) {
    CompletableFuture<Void> _ =
        LinkProbe.ask(channel, troubles.service(), PATIENCE)
            .thenAccept(failure -> failure.ifPresent(this::failed));
  }

  private synchronized void failed(Status status) {
    String found = troubles.of(status);
    if (ready || closed || found.equals(trouble)) {
      return;
    }
    trouble = found;
    LOG.warn("backend {} cannot be used: {}", name, found);
  }

  /** For how long it has been ready, or not. */
  synchronized long seconds() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since);
  }

  /** Why it is not ready; empty where that is not known (yet). */
  synchronized String trouble() {
    return trouble;
  }

  private String tenths() {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    return millis / 1000 + "." + millis % 1000 / 100;
  }
}
