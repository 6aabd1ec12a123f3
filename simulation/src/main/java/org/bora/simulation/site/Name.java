package org.bora.simulation.site;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one name may hold, as its only writer knows it: what was acknowledged, and what may have
 * been done without an answer.
 */
final class Name {

  /** In place of a content: there is no file. */
  static final String ABSENT = "(no file)";

  private final String path;
  private final Set<String> possible = new TreeSet<>(Set.of(ABSENT));

  /** What it may have held before it was seen as it is, although nobody was told so. */
  private final Set<String> unsure = new TreeSet<>();

  /** Of a put whose end nobody has heard of; it may still come. */
  private Optional<String> underWay = Optional.empty();

  /** Until then a put that nobody was told of may keep the name. */
  private long maybeBusyUntil = Long.MIN_VALUE;

  /** Until then a put of the client keeps it. */
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

  /** There is a file, and a power failure does not take it. */
  boolean isThere() {
    return !mayHold(ABSENT) && !unsure.contains(ABSENT);
  }

  /** It was acknowledged; only a put under way can change that now. */
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
   * It was seen. What nobody has acknowledged may not be on stable storage yet: a power failure may
   * bring back what was there before.
   */
  void sees(String content) {
    Set<String> before = new TreeSet<>(possible);
    before.addAll(unsure);
    holds(content);
    unsure.addAll(before);
  }

  /** The power failed. */
  void powerFails() {
    possible.addAll(unsure);
  }

  /** It may be so from now on. */
  void mayHoldFromNow(String content) {
    possible.add(content);
  }

  /** A put asks to be published. */
  void publishes(String content) {
    underWay = Optional.of(content);
    possible.add(content);
  }

  /** A put was refused for good: what it wrote does not appear any more. */
  void refuses(String content) {
    possible.remove(content);
    underWay = Optional.empty();
  }

  /** No put is under way: another one holds the name, or it was given up. */
  void isQuiet() {
    underWay = Optional.empty();
  }

  /** The put of the client has ended with this. */
  void isStored(String content) {
    isQuiet();
    isClosed();
    holds(content);
  }

  /** It may hold what another name holds, or nothing. */
  void takesAllOf(Name other) {
    possible.addAll(other.possible);
    unsure.addAll(other.unsure);
  }

  /** What may appear under it has lost its end. */
  void tears(String was, String now) {
    for (Set<String> contents : List.of(possible, unsure)) {
      if (contents.contains(was)) {
        contents.add(now);
      }
    }
  }

  /** It cannot be this. */
  void isNot(String content) {
    possible.remove(content);
  }

  /** A request for a put was not answered: its put may keep the name for so long. */
  void mayBeBusyUntil(long nanos) {
    maybeBusyUntil = Math.max(maybeBusyUntil, nanos);
  }

  /** A put of the client has the name; it ends by then. */
  void isOpenUntil(long nanos) {
    openUntil = nanos;
  }

  /** The put of the client has ended. */
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
