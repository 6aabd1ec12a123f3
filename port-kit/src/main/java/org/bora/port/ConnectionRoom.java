package org.bora.port;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.stream.Stream;

/** The connections of a port, an address or a caller, and their limit. Not thread-safe. */
final class ConnectionRoom {

  private final int most;
  private final int mostBeforeRequest;

  /** Without a request, the oldest first. */
  private final LinkedHashSet<Visitor> newcomers = new LinkedHashSet<>();

  /** Between requests, the one first that has been so for longest. */
  private final LinkedHashSet<Visitor> idle = new LinkedHashSet<>();

  /**
   * Those whose request is awaited, or whose end, the one first that has kept the service waiting
   * for longest.
   */
  private final LinkedHashSet<Visitor> senders = new LinkedHashSet<>();

  /** Those that have not taken their answer. */
  private final LinkedHashSet<Visitor> takers = new LinkedHashSet<>();

  private int open;

  /** Connections whose sockets are closed, or about to be. */
  private int toldToEnd;

  ConnectionRoom(int most, int mostBeforeRequest) {
    this.most = most;
    this.mostBeforeRequest = mostBeforeRequest;
  }

  void add(Visitor newcomer) {
    open++;
    newcomers.add(newcomer);
  }

  /** Who must go because too many have no request: the oldest. */
  Optional<Visitor> tooManyNewcomers() {
    return newcomers.size() > mostBeforeRequest
        ? Optional.of(newcomers.getFirst())
        : Optional.empty();
  }

  /** Whether more stay than it may have. */
  boolean isFull() {
    return staying() > most;
  }

  /** Whether as many stay as it may have. */
  boolean isAtMost() {
    return staying() >= most;
  }

  /**
   * The connection that would be missed least: one between two requests, or else one whose request
   * has not arrived. Empty when there is none of these.
   */
  Optional<Visitor> leastMissed() {
    return Stream.of(idle, senders).flatMap(list -> list.stream().limit(1)).findFirst();
  }

  /** The oldest connection without a request; empty where the newest is the only one. */
  Optional<Visitor> oldestNewcomer(Visitor newest) {
    return newcomers.stream().limit(1).filter(one -> !one.equals(newest)).findFirst();
  }

  /** Takes the visitor to the end of the list of its stage. */
  void move(Visitor visitor, Visitor.Stage next) {
    newcomers.remove(visitor);
    idle.remove(visitor);
    senders.remove(visitor);
    takers.remove(visitor);
    switch (next) {
      case NEW -> newcomers.add(visitor);
      case IDLE -> idle.add(visitor);
      case HEADING, SENDING, LEAVING -> senders.add(visitor);
      case TAKING -> takers.add(visitor);
      case BUSY, GONE -> {
        // on no list: it is not asked to leave
      }
    }
  }

  /** One of those open was told to end. Its place is free at once. */
  void tellToEnd() {
    toldToEnd++;
  }

  /**
   * One of those open has been closed.
   *
   * @param told whether it was told to end
   */
  void giveBack(boolean told) {
    open--;
    if (told) {
      toldToEnd--;
    }
  }

  int open() {
    return open;
  }

  /** How many are open and were not told to end. */
  int staying() {
    return open - toldToEnd;
  }

  int idle() {
    return idle.size();
  }

  Collection<Visitor> newcomers() {
    return newcomers;
  }

  Collection<Visitor> senders() {
    return senders;
  }

  Collection<Visitor> takers() {
    return takers;
  }
}
