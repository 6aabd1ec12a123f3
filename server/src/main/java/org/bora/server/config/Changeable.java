package org.bora.server.config;

import java.util.List;
import java.util.Set;

/** The keys that a reload applies. All other keys need a restart. */
public final class Changeable {

  private static final List<String> SECTIONS =
      List.of("admission.", "bans.", "directories.", "mapping.", "requests.", "site.");

  private static final Set<String> ALSO =
      Set.of(
          "logging.level", "logging.libraries", "admin.readers", "admin.admins", "link.frontends");

  /** Of these sections, what parts that are made at the start have taken. */
  private static final Set<String> NOT =
      Set.of("directories.mode", "mapping.grid-mapfile", "requests.start-check");

  private Changeable() {}

  /** Asked with the key of {@link WrittenValues}. */
  public static boolean is(String key) {
    return (key.startsWith("areas.") && key.endsWith(".rules"))
        || (SECTIONS.stream().anyMatch(key::startsWith) && !NOT.contains(key))
        || ALSO.contains(key);
  }

  /** Whether a changeable element can also be added and removed, which areas cannot. */
  static boolean comesAndGoes(String key) {
    return key.startsWith("site.");
  }
}
