package org.bora.it.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sentence of a situation, or an input: words, {@code field=value} pairs and {@code by CALLER}.
 * Single quotes keep spaces, commas and semicolons together.
 *
 * @param words what is neither a pair nor the caller
 * @param fields values of each field; the values keep their quotes
 * @param by the caller, where one is named
 */
record Clause(List<String> words, Map<String, List<String>> fields, Optional<String> by) {
  private static final String CALLER = "by";
  private static final String ALICE = "alice";

  static Clause parse(String text) {
    List<String> words = new ArrayList<>();
    Map<String, List<String>> fields = new LinkedHashMap<>();
    Optional<String> by = Optional.empty();
    List<String> tokens = split(text, ' ');
    for (int at = 0; at < tokens.size(); at++) {
      String token = tokens.get(at);
      int equals = token.startsWith("'") ? -1 : token.indexOf('=');
      if (equals > 0) {
        fields.put(token.substring(0, equals), split(token.substring(equals + 1), ','));
      } else if (token.equals(CALLER) && at + 1 < tokens.size()) {
        at++;
        by = Optional.of(tokens.get(at));
      } else {
        words.add(token);
      }
    }
    return new Clause(words, fields, by);
  }

  /** The parts between separators that stand outside quotes; no empty ones. */
  static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (char c : (text + separator).toCharArray()) {
      quoted ^= c == '\'';
      if (c == separator && !quoted) {
        if (!part.toString().isBlank()) {
          parts.add(part.toString().strip());
        }
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("a quote is not closed: " + text);
    }
    return parts;
  }

  /** The words after a preposition, up to the next one; empty where it is not there. */
  List<String> after(String preposition, List<String> prepositions) {
    int begin = preposition.isEmpty() ? 0 : words.indexOf(preposition);
    if (begin < 0) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    for (String word : words.subList(begin + 1, words.size())) {
      if (prepositions.contains(word)) {
        break;
      }
      found.addAll(split(word, ','));
    }
    return found;
  }

  /** The same with a field, unless it has that already. */
  Clause with(String field, List<String> values) {
    Map<String, List<String>> more = new LinkedHashMap<>(fields);
    more.putIfAbsent(field, values);
    return new Clause(words, more, by);
  }

  /** The same by someone, unless a caller is named. */
  Clause by(String caller) {
    return new Clause(words, fields, by.or(() -> Optional.of(caller)));
  }

  /** Who calls: alice, unless another is named. */
  String caller() {
    return by.orElse(ALICE);
  }
}
