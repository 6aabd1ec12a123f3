package org.bora.simulation.schedule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** What happened in a run: a hash of all events, and the text of the last ones. */
final class Trace {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final int KEPT = 200;

  private record Event(long nanos, String who, String what) {
    @Override
    public String toString() {
      return "%d.%09d %s %s"
          .formatted(nanos / 1_000_000_000, nanos % 1_000_000_000, who, what)
          .strip();
    }
  }

  private final Deque<Event> last = new ArrayDeque<>();
  private long hash = FNV_OFFSET;
  private Consumer<Object> listener = _ -> {};
  private long events;

  /** Sets a listener for the events to come; the {@code toString} of each is its text. */
  void tells(Consumer<Object> by) {
    listener = by;
  }

  void add(long nanos, String who, String what) {
    events++;
    mix(nanos);
    mix(who);
    mix(what);
    if (last.size() == KEPT) {
      last.removeFirst();
    }
    Event event = new Event(nanos, who, what);
    last.addLast(event);
    listener.accept(event);
  }

  private void mix(String text) {
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    hash = (hash ^ 0xFFFF) * FNV_PRIME;
  }

  private void mix(long number) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ (number >>> shift & 0xFF)) * FNV_PRIME;
    }
  }

  String hash() {
    return "%016x".formatted(hash);
  }

  long events() {
    return events;
  }

  List<String> last() {
    return last.stream().map(Event::toString).toList();
  }
}
