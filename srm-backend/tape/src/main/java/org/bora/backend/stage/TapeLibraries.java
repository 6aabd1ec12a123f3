package org.bora.backend.stage;

import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bora.storage.spi.TapeDriver;

/**
 * The tape systems of the site, by the names used in areas, tables and tape copies. The code that
 * opened the drivers also closes them. Immutable.
 */
public final class TapeLibraries {
  private final SortedMap<String, TapeDriver> drivers;
  private final Map<String, TapeMoves> moves = new TreeMap<>();

  public TapeLibraries(Map<String, ? extends TapeDriver> drivers) {
    this.drivers = new TreeMap<>(drivers);
    drivers.keySet().forEach(name -> moves.put(name, new TapeMoves()));
  }

  /** A site without tape. */
  public static TapeLibraries none() {
    return new TapeLibraries(Map.of());
  }

  /** In order, so that all backends go through them alike. */
  public SortedSet<String> names() {
    return new TreeSet<>(drivers.keySet());
  }

  /**
   * Whether the configuration still has the library; rows and tape copies of a removed library
   * stay.
   */
  public boolean has(String name) {
    return drivers.containsKey(Objects.requireNonNull(name, "name"));
  }

  /** What was moved between disk and a library that is there. */
  public TapeMoves moves(String name) {
    return Objects.requireNonNull(moves.get(name), name);
  }

  /**
   * The driver of a library.
   *
   * @throws IllegalArgumentException where no library has this name
   */
  public TapeDriver driver(String name) {
    TapeDriver driver = drivers.get(Objects.requireNonNull(name, "name"));
    if (driver == null) {
      throw new IllegalArgumentException(
          "no tape library '" + name + "' is configured; there are: " + drivers.keySet());
    }
    return driver;
  }
}
