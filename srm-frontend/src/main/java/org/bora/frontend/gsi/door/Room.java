package org.bora.frontend.gsi.door;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;

/** Connections of the whole door, or of one address, and how many it may have. Not thread-safe. */
final class Room {

  private final int most;
  private final int mostBeforeHttp;

  /** Before HTTP, the oldest first. */
  private final LinkedHashSet<Visitor> newcomers = new LinkedHashSet<>();

  /** Between requests, the one first that has been so for longest. */
  private final LinkedHashSet<Visitor> idle = new LinkedHashSet<>();

  /**
   * Those whose request is awaited, the one first that has kept the service waiting for longest.
   */
  private final LinkedHashSet<Visitor> senders = new LinkedHashSet<>();

  private int open;

  Room(int most, int mostBeforeHttp) {
    this.most = most;
    this.mostBeforeHttp = mostBeforeHttp;
  }

  void add(Visitor newcomer) {
    open++;
    newcomers.add(newcomer);
  }

  /** Who must go because there are too many before HTTP: the oldest. */
  Optional<Visitor> tooManyNewcomers() {
    return newcomers.size() > mostBeforeHttp ? Optional.of(newcomers.getFirst()) : Optional.empty();
  }

  /** Whether more are open than it may have. */
  boolean isFull() {
    return open > most;
  }

  /**
   * The connection that would be missed least: one between two requests, or else one whose request
   * has not arrived. Empty when all are being served.
   */
  Optional<Visitor> leastMissed() {
    if (!idle.isEmpty()) {
      return Optional.of(idle.getFirst());
    }
    return senders.isEmpty() ? Optional.empty() : Optional.of(senders.getFirst());
  }

  /** Takes the visitor to the end of the list of its stage. */
  void move(Visitor visitor, Visitor.Stage next) {
    newcomers.remove(visitor);
    idle.remove(visitor);
    senders.remove(visitor);
    switch (next) {
      case NEW -> newcomers.add(visitor);
      case IDLE -> idle.add(visitor);
      case SENDING -> senders.add(visitor);
      case BUSY, GONE -> {
        // on no list: it is not asked to leave
      }
    }
  }

  /** One of those open has been closed. */
  void giveBack() {
    open--;
  }

  int open() {
    return open;
  }

  Collection<Visitor> newcomers() {
    return newcomers;
  }

  Collection<Visitor> senders() {
    return senders;
  }
}
