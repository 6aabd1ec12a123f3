package org.bora.backend.operation.directory;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.NameUse;

/**
 * Finds which names are being written. A call about many names reads all of them in one statement,
 * before it looks at their files: a put that is published in between is then reported as still
 * running, and never as a name without a file. Used by one thread.
 */
final class PutsAhead {
  private final NameUse names;
  private final Set<NameKey> asked = new HashSet<>();
  private final Map<NameKey, ActivePut> found = new HashMap<>();

  PutsAhead(NameUse names) {
    this.names = names;
  }

  /** Queries these names, and drops the earlier results. */
  void ask(Collection<Entry> entries) {
    List<Place> places =
        entries.stream()
            .flatMap(entry -> entry instanceof Entry.Inside(Place at) ? Stream.of(at) : Stream.of())
            .toList();
    asked.clear();
    found.clear();
    if (places.isEmpty()) {
      return;
    }
    names.putsOn(places).forEach(put -> found.put(NameKey.of(put.place()), put));
    places.forEach(place -> asked.add(NameKey.of(place)));
  }

  /** The result for a name; queried now if it was not queried before. */
  Optional<ActivePut> on(Place place) {
    NameKey key = NameKey.of(place);
    return asked.contains(key) ? Optional.ofNullable(found.get(key)) : names.putOn(place);
  }
}
