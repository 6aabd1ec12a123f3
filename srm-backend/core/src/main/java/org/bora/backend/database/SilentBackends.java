package org.bora.backend.database;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.UUID;

/**
 * Which other backends have fallen silent, as one that looks at their beats can tell. Silence is
 * counted in looks and not in time: where the database stalls, or this backend does, there are no
 * looks, and no backend is silent. For one thread.
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
   * A look.
   *
   * @param beats of all others
   * @return those that are silent, with the number of looks since their last beat
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
