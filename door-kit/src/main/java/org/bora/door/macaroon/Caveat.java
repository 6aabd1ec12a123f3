package org.bora.door.macaroon;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.bora.api.word.LogText;
import org.bora.door.gsi.door.AddressRange;
import org.bora.door.token.ScopeReader;
import org.bora.door.token.TokenRefused;

/** A condition of a macaroon. An unknown condition is never met. */
sealed interface Caveat {

  /** {@code before:2026-11-24T12:00:00Z}. */
  record Before(Instant end) implements Caveat {
    public Before {
      Objects.requireNonNull(end, "end");
    }

    @Override
    public String toString() {
      return "before:" + end;
    }
  }

  /** {@code activity:DOWNLOAD,LIST}. */
  record Activities(Set<Activity> allowed) implements Caveat {
    public Activities {
      allowed = Set.copyOf(allowed);
    }
  }

  /** {@code path:/vo/directory}: that file, or that directory and everything below. */
  record Path(String path) implements Caveat {
    public Path {
      Objects.requireNonNull(path, "path");
    }

    @Override
    public String toString() {
      return "path:" + path;
    }
  }

  /** {@code ip:192.0.2.0/24,2001:db8::1}. */
  record From(List<AddressRange> ranges) implements Caveat {
    public From {
      ranges = List.copyOf(ranges);
    }
  }

  /** No keyword is longer; longer text of a client is not quoted. */
  int LONGEST = 1024;

  /**
   * Reads a caveat.
   *
   * @throws TokenRefused with its name if it is unknown or empty
   */
  static Caveat read(String text) throws TokenRefused {
    int colon = text.indexOf(':');
    if (colon <= 0 || text.length() > LONGEST) {
      throw refused(text, "is not known");
    }
    String value = text.substring(colon + 1);
    return switch (text.substring(0, colon)) {
      case "before" -> before(text, value);
      case "activity" -> activities(text, value);
      case "path" ->
          new Path(
              ScopeReader.plain(value)
                  .orElseThrow(() -> refused(text, "is no absolute path without . and ..")));
      case "ip" -> from(text, value);
      default -> throw refused(text, "is not known");
    };
  }

  private static Caveat before(String text, String value) throws TokenRefused {
    try {
      return new Before(Instant.parse(value));
    } catch (DateTimeParseException e) {
      throw refused(text, "is no time such as 2026-11-24T12:00:00Z");
    }
  }

  private static Caveat activities(String text, String value) throws TokenRefused {
    Set<Activity> allowed = EnumSet.noneOf(Activity.class);
    for (String word : value.split(",", -1)) {
      allowed.add(
          Activity.of(word.strip().toUpperCase(Locale.ROOT))
              .orElseThrow(() -> refused(text, "names an activity that is not known")));
    }
    return new Activities(allowed);
  }

  private static Caveat from(String text, String value) throws TokenRefused {
    List<AddressRange> ranges = new ArrayList<>();
    for (String range : value.split(",", -1)) {
      try {
        ranges.add(AddressRange.parse(range.strip()));
      } catch (IllegalArgumentException e) {
        throw refused(text, "is no list of addresses");
      }
    }
    return new From(ranges);
  }

  /** Names the caveat, short and in one line. */
  static TokenRefused refused(String caveat, String why) {
    String shown = caveat.length() > 200 ? caveat.substring(0, 200) + "..." : caveat;
    return new TokenRefused("caveat " + LogText.of(shown) + " " + why);
  }
}
