package org.bora.frontend.gsi.door;

import java.util.LinkedHashSet;

/**
 * The connections that have not begun HTTP yet: in their TLS handshake, or silent after it. When
 * there are too many the oldest makes room for the newest, so that clients that connect and say
 * nothing lock nobody out: a real handshake takes milliseconds and is never among the oldest for
 * long. Safe for all threads.
 */
final class Newcomers {
  private final int most;
  private final LinkedHashSet<GsiByteConnection> waiting = new LinkedHashSet<>();

  Newcomers(int most) {
    this.most = most;
  }

  void add(GsiByteConnection connection) {
    GsiByteConnection oldest = null;
    synchronized (waiting) {
      waiting.add(connection);
      if (waiting.size() > most) {
        oldest = waiting.removeFirst();
      }
    }
    if (oldest != null) {
      oldest.makeRoom(most);
    }
  }

  /** How many there are. */
  int count() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  /** It has begun HTTP or has ended; more than once does no harm. */
  void remove(GsiByteConnection connection) {
    synchronized (waiting) {
      waiting.remove(connection);
    }
  }
}
