package org.bora.simulation.site;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The possible contents of a name, as known to its only writer: the acknowledged content, and
 * contents that may have been written without an answer.
 */
final class Name {

  /** Stands for the content if there is no file. */
  static final String ABSENT = "(no file)";

  private final String path;
  private final Set<String> possible = new TreeSet<>(Set.of(ABSENT));

  /** Unacknowledged contents that the name may have had before it was seen with its current one. */
  private final Set<String> unsure = new TreeSet<>();

  /** The content of a put whose end is unknown; it may still be published. */
  private Optional<String> underWay = Optional.empty();

  /** Until then an unanswered request for a put may hold the name. */
  private long maybeBusyUntil = Long.MIN_VALUE;

  /** Until then a put of the client holds the name. */
  private long openUntil = Long.MIN_VALUE;

  Name(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }

  boolean mayHold(String content) {
    return possible.contains(content);
  }

  /** Whether there is certainly a file, even after a power failure. */
  boolean isThere() {
    return !mayHold(ABSENT) && !unsure.contains(ABSENT);
  }

  /** The content was acknowledged. Only a put under way can still change it. */
  void holds(String content) {
    unsure.clear();
    possible.clear();
    possible.add(content);
    if (underWay.equals(Optional.of(content))) {
      underWay = Optional.empty();
    }
    underWay.ifPresent(possible::add);
  }

  /**
   * The content was seen. Without an acknowledgement it may not be on stable storage: a power
   * failure may bring back an earlier content.
   */
  void sees(String content) {
    Set<String> before = new TreeSet<>(possible);
    before.addAll(unsure);
    holds(content);
    unsure.addAll(before);
  }

  /** The power failed: earlier unacknowledged contents may be back. */
  void powerFails() {
    possible.addAll(unsure);
  }

  /** The name may have this content from now on. */
  void mayHoldFromNow(String content) {
    possible.add(content);
  }

  /** The client calls srmPutDone for this content. */
  void publishes(String content) {
    underWay = Optional.of(content);
    possible.add(content);
  }

  /** A put was finally refused; its content will not appear any more. */
  void refuses(String content) {
    possible.remove(content);
    underWay = Optional.empty();
  }

  /** No put is under way: another one holds the name, or it was abandoned. */
  void isQuiet() {
    underWay = Optional.empty();
  }

  /** The client's put has ended with this content. */
  void isStored(String content) {
    isQuiet();
    isClosed();
    holds(content);
  }

  /** The name may have each content of another name. */
  void takesAllOf(Name other) {
    possible.addAll(other.possible);
    unsure.addAll(other.unsure);
  }

  /** A power failure has torn a possible content of the name. */
  void tears(String was, String now) {
    for (Set<String> contents : List.of(possible, unsure)) {
      if (contents.contains(was)) {
        contents.add(now);
      }
    }
  }

  /** The name cannot have this content. */
  void isNot(String content) {
    possible.remove(content);
  }

  /** A request for a put was not answered. Its put may hold the name until then. */
  void mayBeBusyUntil(long nanos) {
    maybeBusyUntil = Math.max(maybeBusyUntil, nanos);
  }

  /** The client's put holds the name until then at the latest. */
  void isOpenUntil(long nanos) {
    openUntil = nanos;
  }

  /** The client's put has ended. */
  void isClosed() {
    openUntil = Long.MIN_VALUE;
  }

  boolean mayBeBusy(long nanos) {
    return underWay.isPresent() || nanos <= maybeBusyUntil || nanos <= openUntil;
  }

  @Override
  public String toString() {
    return path + " may hold " + possible.stream().map(Name::brief).toList();
  }

  static String brief(String content) {
    int end = content.indexOf(':');
    return end < 0 ? content : content.substring(0, end) + " (" + content.length() + " bytes)";
  }
}
