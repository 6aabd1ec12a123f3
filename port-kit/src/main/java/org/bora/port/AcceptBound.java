package org.bora.port;

import java.nio.channels.SelectableChannel;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jetty.io.SelectorManager;

/**
 * Limits the number of connections of a port that are open or being set up. Accepting pauses while
 * all places are taken.
 *
 * <p>Jetty's {@code NetworkConnectionLimit} does not suffice. Its selector takes all connections
 * from the kernel's queue in one loop and closes those beyond the limit, in a burst also those of
 * honest clients. Thread safe.
 */
final class AcceptBound implements SelectorManager.AcceptListener {

  private final int most;
  private final Runnable rest;
  private final Runnable goOn;

  /** Jetty may tell twice that one has ended. */
  private final Set<SelectableChannel> open = new HashSet<>();

  private boolean full;

  /**
   * @param rest stops accepting; the same again does no harm
   * @param goOn accepts again
   */
  AcceptBound(int most, Runnable rest, Runnable goOn) {
    this.most = most;
    this.rest = rest;
    this.goOn = goOn;
  }

  /** To be asked before each connection, by the thread that accepts. */
  synchronized boolean hasPlace() {
    if (open.size() < most) {
      return true;
    }
    full = true;
    rest.run();
    return false;
  }

  @Override
  public synchronized void onAccepting(SelectableChannel channel) {
    open.add(channel);
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    ended(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    ended(channel);
  }

  private synchronized void ended(SelectableChannel channel) {
    open.remove(channel);
    if (full && open.size() < most) {
      full = false;
      goOn.run();
    }
  }
}
