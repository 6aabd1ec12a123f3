package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.List;

/**
 * Who may use one area. Each list is read from the top; the first rule that matches a caller
 * decides, and whom no rule matches stays out.
 *
 * @param read see {@link OperationClass#READ}
 * @param write see {@link OperationClass#WRITE}
 * @param list see {@link OperationClass#LIST}; who may read or write may list as well, unless a
 *     {@code deny} rule of this list says otherwise
 */
public record AreaAccess(List<AccessRule> read, List<AccessRule> write, List<AccessRule> list) {

  public AreaAccess {
    read = List.copyOf(read);
    write = List.copyOf(write);
    list = List.copyOf(list);
  }

  /** Nobody gets in. */
  public static AreaAccess defaults() {
    return new AreaAccess(List.of(), List.of(), List.of());
  }

  /**
   * Reads the three lists of a configuration file.
   *
   * @throws IllegalArgumentException with every mistake, one per line
   */
  public static AreaAccess parse(List<String> read, List<String> write, List<String> list) {
    List<String> mistakes = new ArrayList<>();
    AreaAccess access =
        new AreaAccess(
            rules("read", read, mistakes),
            rules("write", write, mistakes),
            rules("list", list, mistakes));
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", mistakes));
    }
    return access;
  }

  private static List<AccessRule> rules(String key, List<String> lines, List<String> mistakes) {
    List<AccessRule> rules = new ArrayList<>();
    for (String line : lines) {
      try {
        rules.add(AccessRule.parse(line));
      } catch (IllegalArgumentException e) {
        mistakes.add(key + ": " + e.getMessage());
      }
    }
    return rules;
  }

  List<AccessRule> rulesFor(OperationClass use) {
    return switch (use) {
      case READ, STAGE -> read;
      case WRITE, CREATE, DELETE, RESERVE, ADMIN -> write;
      case LIST -> list;
    };
  }
}
