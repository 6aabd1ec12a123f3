package org.bora.s3;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A limited number of items; the least recently used is dropped first. Not thread safe. */
final class Recent<K, V> {
  private final int most;
  private final Map<K, V> kept = new LinkedHashMap<>(64, 0.75f, true);

  Recent(int most) {
    this.most = most;
  }

  Optional<V> get(K key) {
    return Optional.ofNullable(kept.get(key));
  }

  void put(K key, V value) {
    kept.put(key, value);
    if (kept.size() > most) {
      kept.remove(kept.keySet().iterator().next());
    }
  }

  void remove(K key) {
    kept.remove(key);
  }
}
