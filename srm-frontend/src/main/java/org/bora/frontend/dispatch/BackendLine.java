package org.bora.frontend.dispatch;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.util.concurrent.atomic.AtomicInteger;

/** One backend: the channel to it, and what this frontend knows of it. Thread safe. */
final class BackendLine {

  private final ManagedChannel channel;
  private final AtomicInteger outstanding = new AtomicInteger();

  /** Since it was last ready it could not be reached, or did not serve. */
  private volatile boolean lost;

  BackendLine(ManagedChannel channel) {
    this.channel = channel;
    follow(channel.getState(false));
  }

  private void follow(ConnectivityState seen) {
    if (seen == ConnectivityState.READY) {
      lost = false;
    } else if (seen == ConnectivityState.TRANSIENT_FAILURE) {
      lost = true;
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
