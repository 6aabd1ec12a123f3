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

  /** Who would be missed least: nobody waits for an answer on it. */
  Optional<Visitor> longestIdle() {
    return idle.isEmpty() ? Optional.empty() : Optional.of(idle.getFirst());
  }

  /** Takes the visitor to the end of the list of its stage. */
  void move(Visitor visitor, Visitor.Stage next) {
    newcomers.remove(visitor);
    idle.remove(visitor);
    switch (next) {
      case NEW -> newcomers.add(visitor);
      case IDLE -> idle.add(visitor);
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
}
