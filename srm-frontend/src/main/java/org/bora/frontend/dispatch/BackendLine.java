package org.bora.frontend.dispatch;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.figures.LinkFigures;

/** One backend: the channel to it, and what this frontend knows of it. Thread safe. */
final class BackendLine {

  private final ManagedChannel channel;
  private final AtomicInteger outstanding = new AtomicInteger();

  private final Runnable whenReady;
  private final LineWatch watch;

  /** Since it was last ready it could not be reached, or did not serve. */
  private volatile boolean lost;

  /** How often it has become ready. */
  private final AtomicInteger arrivals = new AtomicInteger();

  /** When it was ready last, by {@link System#nanoTime}; it is not now. */
  private volatile OptionalLong leftAt = OptionalLong.empty();

  private boolean ready;

  /**
   * @param whenReady is run when it has become ready; must not block
   * @param troubles says why it cannot be used
   */
  BackendLine(ManagedChannel channel, Runnable whenReady, LinkTrouble troubles) {
    this.channel = channel;
    this.whenReady = whenReady;
    this.watch = new LineWatch(channel.authority(), troubles);
    follow(channel.getState(false));
  }

  /** Called by one thread at a time: by the constructor, then by the channel. */
  private void follow(ConnectivityState seen) {
    if (seen == ConnectivityState.READY) {
      lost = false;
      leftAt = OptionalLong.empty();
      arrivals.incrementAndGet();
      ready = true;
      whenReady.run();
      watch.arrived();
    } else {
      if (ready) {
        leftAt = OptionalLong.of(System.nanoTime());
        ready = false;
        watch.left();
      }
      lost |= seen == ConnectivityState.TRANSIENT_FAILURE;
      if (seen == ConnectivityState.TRANSIENT_FAILURE) {
        watch.explain(channel);
      }
    }
    if (seen != ConnectivityState.SHUTDOWN) {
      channel.notifyWhenStateChanged(seen, () -> follow(channel.getState(false)));
    }
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Whether it is connected and says that it serves; begins to connect where it is not. */
  boolean isReady() {
    return channel.getState(true) == ConnectivityState.READY;
  }

  /** Whether a call may wait for it to be ready: one that was lost is waited for by nobody. */
  boolean isHopeful() {
    return !lost;
  }

  /** How often it has become ready: whether it is the same that was asked before. */
  int arrivals() {
    return arrivals.get();
  }

  /** How long ago it was ready; empty while it is, and where it never was. */
  OptionalLong awayNanos() {
    OptionalLong left = leftAt;
    return left.isPresent()
        ? OptionalLong.of(System.nanoTime() - left.getAsLong())
        : OptionalLong.empty();
  }

  /** Tries to reach it now, and not when gRPC would by itself. */
  void connectAgain() {
    if (channel.getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff();
    }
  }

  /** Where it is not ready: finds out why, which may be something else than at the last look. */
  void explain() {
    if (channel.getState(false) != ConnectivityState.READY) {
      watch.explain(channel);
    }
  }

  /** As it is now; changes nothing. */
  LinkFigures figures() {
    boolean ready = channel.getState(false) == ConnectivityState.READY;
    return new LinkFigures(
        channel.authority(), ready, outstanding(), watch.seconds(), ready ? "" : watch.trouble());
  }

  /** Ends its connection; calls on it fail. */
  void close() {
    watch.close();
    channel.shutdownNow();
  }

  void begin() {
    outstanding.incrementAndGet();
  }

  void end() {
    outstanding.decrementAndGet();
  }

  /** Calls that it has not answered yet. */
  int outstanding() {
    return outstanding.get();
  }
}
