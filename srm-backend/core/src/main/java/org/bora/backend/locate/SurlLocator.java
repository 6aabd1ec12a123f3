package org.bora.backend.locate;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.locate.AreaNames.Found;
import org.bora.backend.locate.Location.AboveAreas;
import org.bora.backend.locate.Location.Nowhere;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.AreaPath;

/** Locates SURLs among the areas of the configuration, which never change while it runs. */
public final class SurlLocator implements Locator {

  private final Map<String, StorageArea> areasByName = new LinkedHashMap<>();
  private final AreaNames names;

  /**
   * Prepares the areas.
   *
   * @throws IllegalArgumentException where two areas share a name, an SFN or a space token, or an
   *     SFN cannot be one
   */
  public SurlLocator(LocateSettings settings, List<StorageArea> areas) {
    this(settings, areas, Map.of());
  }

  /**
   * The same with further names of some areas.
   *
   * @param aliases the area's name, by the SFN that leads to it too
   */
  public SurlLocator(
      LocateSettings settings, List<StorageArea> areas, Map<String, String> aliases) {
    Set<String> tokens = new HashSet<>();
    Map<String, String> sfns = new LinkedHashMap<>();
    for (StorageArea area : areas) {
      requireUnique(areasByName.put(area.name(), area) == null, area, "the name " + area.name());
      requireUnique(tokens.add(area.spaceToken()), area, "the space token " + area.spaceToken());
      sfns.put(area.name(), area.sfn());
    }
    names = new AreaNames(settings, sfns, aliases);
  }

  private static void requireUnique(boolean unique, StorageArea area, String what) {
    if (!unique) {
      throw new IllegalArgumentException(
          "area " + area.name() + ": " + what + " is used by another area");
    }
  }

  @Override
  public Location locate(Surl surl) {
    return switch (names.find(surl)) {
      case Found.Inside(String area, AreaPath path) -> new Place(areasByName.get(area), path);
      case Found.Above(String sfn) -> new AboveAreas(sfn);
      case Found.Nowhere(ReturnStatus status) -> new Nowhere(status);
    };
  }

  @Override
  public List<StorageArea> areas() {
    return List.copyOf(areasByName.values());
  }

  @Override
  public Optional<StorageArea> area(String name) {
    return Optional.ofNullable(areasByName.get(name));
  }

  @Override
  public List<String> namesBelow(String sfn) {
    return names.namesBelow(sfn);
  }
}
