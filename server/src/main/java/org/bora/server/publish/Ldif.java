package org.bora.server.publish;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Entries of a directory, written as RFC 2849 has it. */
final class Ldif {
  private final List<String> lines = new ArrayList<>();

  /** One entry in the making; ends with the next {@link Ldif#entry}. */
  final class Entry {
    private Entry() {}

    /** Adds a value; an empty one is ignored. */
    Entry with(String attribute, String value) {
      if (!value.isEmpty()) {
        lines.add(line(attribute, value));
      }
      return this;
    }

    Entry with(String attribute, long value) {
      return with(attribute, Long.toString(value));
    }

    Entry with(String attribute, Stream<String> values) {
      values.forEach(value -> with(attribute, value));
      return this;
    }
  }

  /**
   * Begins an entry.
   *
   * @param name distinguished, its values as {@link #id} makes them
   * @param classes the more general first
   */
  Entry entry(String name, String... classes) {
    if (!lines.isEmpty()) {
      lines.add("");
    }
    Entry entry = new Entry();
    entry.with("dn", name).with("objectClass", Stream.of(classes));
    return entry;
  }

  /** All entries, an empty line between two. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  private static String line(String attribute, String value) {
    return isSafe(value)
        ? attribute + ": " + value
        : attribute
            + ":: "
            + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isSafe(String value) {
    char first = value.charAt(0);
    return first != ' '
        && first != ':'
        && first != '<'
        && value.charAt(value.length() - 1) != ' '
        && value.chars().allMatch(letter -> letter >= ' ' && letter <= '~');
  }

  /**
   * Parts of an identifier, separated by slashes: GLUE's identifiers are URIs, so what cannot stand
   * in one is written with percent signs. Nothing is left that a distinguished name would escape.
   */
  static String id(String... parts) {
    return String.join("/", Stream.of(parts).map(Ldif::encoded).toList());
  }

  private static String encoded(String part) {
    StringBuilder text = new StringBuilder();
    for (byte each : part.getBytes(StandardCharsets.UTF_8)) {
      char letter = (char) Byte.toUnsignedInt(each);
      boolean plain =
          letter < 128 && (Character.isLetterOrDigit(letter) || "-._~:@".indexOf(letter) >= 0);
      text.append(plain ? Character.toString(letter) : "%%%02X".formatted((int) letter));
    }
    return text.toString();
  }
}
