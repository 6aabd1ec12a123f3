package org.bora.server.config;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The keys on which all backends of a site must agree for an area: every key of the area that a
 * reload does not apply, its tape library, and the times after which one backend takes over the
 * work of another.
 */
public final class AgreedKeys {
  private static final List<String> OF_ALL =
      List.of(
          "sweep.put-grace",
          "sweep.orphan-grace",
          "tape.drive-lease",
          "tape.migration.lease",
          "tape.migration.removal-grace");

  private static final List<String> OF_LIBRARY = List.of("driver", "verification");

  private AgreedKeys() {}

  /** Their texts as they are written, defaults included; lists with commas between. */
  public static SortedMap<String, String> of(Configuration configuration, AreaSettings area) {
    SortedMap<String, String> agreed = new TreeMap<>();
    configuration
        .values()
        .byKey()
        .forEach(
            (key, value) -> {
              boolean ofArea = key.startsWith("areas." + area.name() + ".") && !Changeable.is(key);
              if (ofArea || OF_ALL.contains(key)) {
                agreed.put(key, String.join(", ", value.texts()));
              }
            });
    area.keeping().library().ifPresent(library -> library(configuration.values(), library, agreed));
    return agreed;
  }

  private static void library(
      WrittenValues values, String library, SortedMap<String, String> agreed) {
    values
        .byKey()
        .forEach(
            (key, value) -> {
              if (key.matches("tape\\.libraries\\[\\d+]\\.name")
                  && value.texts().equals(List.of(library))) {
                String place = key.substring(0, key.length() - "name".length());
                OF_LIBRARY.forEach(
                    each -> {
                      WrittenValues.Value said = values.byKey().get(place + each);
                      if (said != null) {
                        agreed.put(
                            "tape.libraries." + library + "." + each,
                            String.join(", ", said.texts()));
                      }
                    });
              }
            });
  }
}
