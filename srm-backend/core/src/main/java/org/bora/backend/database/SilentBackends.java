package org.bora.backend.database;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.UUID;

/**
 * Finds backends that have fallen silent, by their heartbeats. Silence is counted in checks, not in
 * time: while the database or this backend stalls, there are no checks, and no backend counts as
 * silent. For one thread.
 */
final class SilentBackends {
  private final int looksOfSilence;
  private final Map<UUID, Seen> seen = new HashMap<>();

  private record Seen(long beats, int looks) {}

  /**
   * @param looksOfSilence so many looks in a row without a beat are silence
   */
  SilentBackends(int looksOfSilence) {
    this.looksOfSilence = looksOfSilence;
  }

  /**
   * One check.
   *
   * @param beats of all other backends
   * @return silent backends, with the number of checks since their last beat
   */
  Map<UUID, Integer> look(Map<UUID, Long> beats) {
    Map<UUID, Integer> silent = new HashMap<>();
    seen.keySet().retainAll(new HashSet<>(beats.keySet()));
    beats.forEach(
        (backend, count) -> {
          Seen before = seen.get(backend);
          int looks = before == null || before.beats != count ? 0 : before.looks + 1;
          seen.put(backend, new Seen(count, looks));
          if (looks >= looksOfSilence) {
            silent.put(backend, looks);
          }
        });
    return silent;
  }
}
