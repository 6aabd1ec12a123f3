package org.bora.backend.authorise;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.storage.spi.AreaPath;

/**
 * Temporary names of HTTP doors: {@code NAME.copying-ID} is a copy of a directory until it is
 * complete, and {@code NAME.replaced-ID} is what it replaces (docs/adr/0081). What rules deny at
 * NAME, they also deny there.
 */
final class NameBeside {
  private static final Pattern BESIDE =
      Pattern.compile("(.+)\\.(?:copying|replaced)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** Characters of a UUID and of the hyphen before it. */
  private static final int ID = 37;

  private NameBeside() {}

  /** The place to which the names of a path belong; empty for ordinary names. */
  static Optional<AreaPath> original(AreaPath path) {
    if (path.names().stream().noneMatch(NameBeside::mayBe)) {
      return Optional.empty();
    }
    List<String> names = path.names().stream().map(NameBeside::original).toList();
    return names.equals(path.names()) ? Optional.empty() : Optional.of(new AreaPath(names));
  }

  /** Every decision calls this, so one character suffices for most names. */
  private static boolean mayBe(String name) {
    return name.length() > ID && name.charAt(name.length() - ID) == '-';
  }

  private static String original(String name) {
    Matcher beside = BESIDE.matcher(name);
    return beside.matches() ? beside.group(1) : name;
  }
}
