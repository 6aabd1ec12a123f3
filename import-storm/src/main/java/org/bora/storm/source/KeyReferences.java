package org.bora.storm.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Resolves {@code ${NAME}} in a value to the first value of that key in any of the files.
 * Properties of the machine on which StoRM runs are not resolved.
 */
final class KeyReferences {
  private static final String BEGIN = "${";
  private static final Pattern OF_MACHINE = Pattern.compile("(?:sys|env|const):.*", Pattern.DOTALL);
  private static final Pattern LIST = Pattern.compile("(?<!\\\\),");

  private final Map<String, String> values = new HashMap<>();

  /** A reference cannot be resolved. The message names it, with the reason and the remedy. */
  static final class OpenReference extends Exception {
    private static final long serialVersionUID = 1L;

    OpenReference(String message) {
      super(message);
    }
  }

  /** Enters a key, unless it is known; of a list the first counts, and a comma begins none. */
  void add(String key, String value) {
    values.putIfAbsent(key, value.startsWith(",") ? value : LIST.split(value, 2)[0].strip());
  }

  /** A value with what stands for each reference. */
  String resolved(String value) throws OpenReference {
    return resolved(value, List.of());
  }

  /**
   * @param within the names that lead here
   */
  private String resolved(String text, List<String> within) throws OpenReference {
    StringBuilder made = new StringBuilder();
    int at = 0;
    int begin = text.indexOf(BEGIN);
    while (begin >= 0) {
      int end = text.indexOf('}', begin);
      if (begin > at && text.charAt(begin - 1) == '$') { // $${ is a ${ that is meant
        made.append(text, at, begin - 1).append(BEGIN);
        at = begin + BEGIN.length();
      } else if (end < 0) {
        break;
      } else {
        String name = text.substring(begin + BEGIN.length(), end);
        made.append(text, at, begin).append(named(name, within));
        at = end + 1;
      }
      begin = text.indexOf(BEGIN, at);
    }
    return made.append(text, at, text.length()).toString();
  }

  private String named(String name, List<String> within) throws OpenReference {
    List<String> path = new ArrayList<>(within);
    path.add(name);
    if (within.contains(name)) {
      throw new OpenReference(
          "it leads back to itself (" + String.join(" -> ", path) + "): write the value itself");
    }
    if (values.containsKey(name)) {
      return resolved(values.get(name), path);
    }
    String reference = BEGIN + name + "}";
    throw new OpenReference(
        OF_MACHINE.matcher(name).matches()
            ? reference + " is known on StoRM's machine alone: write the value that it has there"
            : reference
                + " stands for nothing, for no key has this name: write the value that is meant");
  }
}
