package org.bora.storage.tape.virtual;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.storage.spi.TapeLocation;

/**
 * Names an object for ever: no other object has the same name, also after its volume was used
 * again.
 *
 * @param id of the file
 * @param generation of the volume: how often it was labelled
 */
record ObjectName(UUID id, String volume, long generation, long position) {
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f-]{36})\\.(V\\d{5})\\.(\\d{1,9})\\.(\\d{1,18})");

  ObjectName {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(volume, "volume");
  }

  /**
   * Empty for a text that no virtual library ever issued. An object has only one spelling, so
   * different texts name different objects.
   */
  static Optional<ObjectName> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return id(matcher.group(1))
        .map(
            id ->
                new ObjectName(
                    id,
                    matcher.group(2),
                    Long.parseLong(matcher.group(3)),
                    Long.parseLong(matcher.group(4))))
        .filter(name -> name.text().equals(text));
  }

  private static Optional<UUID> id(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }

  String text() {
    return id + "." + volume + "." + generation + "." + position;
  }

  TapeLocation location() {
    return new TapeLocation(volume, position, text());
  }
}
