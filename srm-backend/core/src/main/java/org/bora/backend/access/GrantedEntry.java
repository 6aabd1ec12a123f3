package org.bora.backend.access;

import java.util.Objects;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.request.NameKey;
import org.bora.storage.spi.AreaPath;

/**
 * A file or directory whose list Bora changes, by the name of its area: the area itself may have
 * left the configuration.
 *
 * @param path without links
 */
record GrantedEntry(NameKey key, String area, AreaPath path) {
  GrantedEntry {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(path, "path");
  }

  static GrantedEntry at(Place place) {
    return new GrantedEntry(NameKey.of(place), place.area().name(), place.path());
  }
}
