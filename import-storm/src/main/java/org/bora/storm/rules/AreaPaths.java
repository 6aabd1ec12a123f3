package org.bora.storm.rules;

import java.util.List;
import java.util.Objects;

/**
 * The paths under which clients see an area.
 *
 * @param sfn the names of the first
 * @param aliases those of the others
 */
public record AreaPaths(String name, List<String> sfn, List<List<String>> aliases) {

  public AreaPaths {
    Objects.requireNonNull(name, "name");
    sfn = List.copyOf(sfn);
    aliases = List.copyOf(aliases);
  }
}
