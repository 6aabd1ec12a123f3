package org.bora.storm.rules;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The actions in rules that have a counterpart among StoRM's letters. */
enum Use {
  READ,
  WRITE,
  CREATE,
  DELETE,
  LIST,
  STAGE;

  /** What cannot be done without a letter; M and F open nothing here. */
  static final Map<Character, List<Use>> BY_LETTER =
      Map.of(
          'R', List.of(READ, STAGE),
          'W', List.of(WRITE, CREATE),
          'N', List.of(CREATE),
          'D', List.of(DELETE),
          'L', List.of(LIST));

  static String words(Set<Use> uses) {
    return uses.stream().map(Use::word).collect(Collectors.joining(", "));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
