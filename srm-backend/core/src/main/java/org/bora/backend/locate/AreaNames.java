package org.bora.backend.locate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.storage.spi.AreaPath;

/** Finds the area of a SURL by names alone, without a filesystem. Immutable. */
public final class AreaNames {

  private final Set<String> hosts;
  private final String hostsForPeople;
  private final Map<List<String>, String> areas = new HashMap<>();

  /** For every directory that leads to an area, the names one step further, sorted. */
  private final Map<List<String>, SortedSet<String>> leading = new HashMap<>();

  private final int deepest;

  /**
   * Prepares the names.
   *
   * @param sfns where clients see each area, by the area's name
   * @throws IllegalArgumentException where two areas share an SFN, or an SFN cannot be one
   */
  public AreaNames(LocateSettings settings, Map<String, String> sfns) {
    this(settings, sfns, Map.of());
  }

  /**
   * The same with further names of some areas. They lead to the area like its SFN, but no directory
   * above lists them.
   *
   * @param aliases the area's name, by the SFN that leads to it too
   */
  public AreaNames(LocateSettings settings, Map<String, String> sfns, Map<String, String> aliases) {
    hosts = Set.copyOf(settings.hosts());
    hostsForPeople = String.join(", ", settings.hosts());
    sfns.forEach(
        (area, sfn) -> {
          List<String> names = AreaPath.parse(sfn).names();
          if (areas.put(names, area) != null) {
            throw new IllegalArgumentException(
                "area " + area + ": the sfn " + sfn + " is used by another area");
          }
          for (int i = 0; i < names.size(); i++) {
            leading.computeIfAbsent(names.subList(0, i), _ -> new TreeSet<>()).add(names.get(i));
          }
        });
    aliases.forEach(
        (sfn, area) -> {
          if (areas.put(AreaPath.parse(sfn).names(), area) != null) {
            throw new IllegalArgumentException(
                "area " + area + ": the alias " + sfn + " is the name of another area");
          }
        });
    deepest = areas.keySet().stream().mapToInt(List::size).max().orElse(0);
  }

  /** Where a SURL leads. */
  public sealed interface Found {

    record Inside(String area, AreaPath path) implements Found {}

    /** A directory that leads to areas. */
    record Above(String sfn) implements Found {}

    record Nowhere(ReturnStatus status) implements Found {}
  }

  /** The longest area prefix wins. */
  public Found find(Surl surl) {
    try {
      ParsedSurl parsed = SurlParser.parse(surl);
      if (!hosts.contains(parsed.host())) {
        return nowhere(
            "host " + parsed.host() + " is not this service, which answers for " + hostsForPeople);
      }
      return find(parsed.names());
    } catch (IllegalArgumentException e) {
      return nowhere(e.getMessage());
    }
  }

  private Found find(List<String> names) {
    for (int length = Math.min(deepest, names.size()); length > 0; length--) {
      String area = areas.get(names.subList(0, length));
      if (area != null) {
        return new Found.Inside(area, new AreaPath(names.subList(length, names.size())));
      }
    }
    if (names.isEmpty() || leading.containsKey(names)) {
      return new Found.Above("/" + String.join("/", names));
    }
    return nowhere("no such file or directory: no storage area begins like this");
  }

  private static Found nowhere(String why) {
    return new Found.Nowhere(ReturnStatus.of(SrmStatus.INVALID_PATH, why));
  }

  /** The areas, or directories leading to areas, directly below {@code sfn}; names only. */
  List<String> namesBelow(String sfn) {
    SortedSet<String> names = leading.get(AreaPath.parse(sfn).names());
    return names == null ? List.of() : List.copyOf(names);
  }
}
