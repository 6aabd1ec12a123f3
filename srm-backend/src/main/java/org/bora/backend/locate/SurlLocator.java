package org.bora.backend.locate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.AboveAreas;
import org.bora.backend.locate.Location.Nowhere;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.AreaPath;

/** Locates SURLs among the areas of the configuration, which never change while it runs. */
public final class SurlLocator implements Locator {

  private final Set<String> hosts;
  private final String hostsForPeople;
  private final Map<String, StorageArea> areasByName;
  private final Map<List<String>, StorageArea> areasByNames;

  /** For every directory that leads to an area, the names one step further, sorted. */
  private final Map<List<String>, SortedSet<String>> leading;

  private final int deepest;

  /**
   * @throws IllegalArgumentException where two areas share a name, an SFN or a space token, or an
   *     SFN cannot be one
   */
  public SurlLocator(LocateSettings settings, List<StorageArea> areas) {
    hosts = Set.copyOf(settings.hosts());
    hostsForPeople = String.join(", ", settings.hosts());
    areasByName = new LinkedHashMap<>();
    areasByNames = new HashMap<>();
    leading = new HashMap<>();
    Set<String> tokens = new HashSet<>();
    for (StorageArea area : areas) {
      List<String> names = AreaPath.parse(area.sfn()).names();
      requireUnique(areasByName.put(area.name(), area) == null, area, "the name " + area.name());
      requireUnique(areasByNames.put(names, area) == null, area, "the sfn " + area.sfn());
      requireUnique(tokens.add(area.spaceToken()), area, "the space token " + area.spaceToken());
      for (int i = 0; i < names.size(); i++) {
        leading.computeIfAbsent(names.subList(0, i), _ -> new TreeSet<>()).add(names.get(i));
      }
    }
    deepest = areasByNames.keySet().stream().mapToInt(List::size).max().orElse(0);
  }

  private static void requireUnique(boolean unique, StorageArea area, String what) {
    if (!unique) {
      throw new IllegalArgumentException(
          "area " + area.name() + ": " + what + " is used by another area");
    }
  }

  @Override
  public Location locate(Surl surl) {
    try {
      ParsedSurl parsed = SurlParser.parse(surl);
      if (!hosts.contains(parsed.host())) {
        return nowhere(
            "host " + parsed.host() + " is not this service, which answers for " + hostsForPeople);
      }
      return locate(parsed.names());
    } catch (IllegalArgumentException e) {
      return nowhere(e.getMessage());
    }
  }

  private Location locate(List<String> names) {
    for (int length = Math.min(deepest, names.size()); length > 0; length--) {
      StorageArea area = areasByNames.get(names.subList(0, length));
      if (area != null) {
        return new Place(area, new AreaPath(names.subList(length, names.size())));
      }
    }
    if (names.isEmpty() || leading.containsKey(names)) {
      return new AboveAreas("/" + String.join("/", names));
    }
    return nowhere("no such file or directory: no storage area begins like this");
  }

  private static Nowhere nowhere(String why) {
    return new Nowhere(ReturnStatus.of(SrmStatus.INVALID_PATH, why));
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
    SortedSet<String> names = leading.get(AreaPath.parse(sfn).names());
    return names == null ? List.of() : List.copyOf(names);
  }
}
