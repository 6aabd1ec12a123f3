package org.bora.storm.translate;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.PropertyFile.Property;

/**
 * Translates storm.properties to sections of the configuration. If a key is repeated, the first
 * line applies, as in StoRM 1.11, which uses all lines only for endpoints. StoRM 1.12 uses the last
 * line.
 */
final class PropertyTranslation {
  private static final String NOT_SHOWN = "(not shown)";
  private static final Pattern SECRET_KEY =
      Pattern.compile("pass|pwd|secret|token|key", Pattern.CASE_INSENSITIVE);
  private static final Pattern SECRET_VALUE =
      Pattern.compile("passw|pwd|secret|://[^/]*@", Pattern.CASE_INSENSITIVE);

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");

  private final Findings findings;
  private final Sections sections = new Sections();
  private final SpecialProperties specials;
  private final Set<String> helpers = new HashSet<>();

  PropertyTranslation(Findings findings) {
    this.findings = findings;
    this.specials = new SpecialProperties(sections, findings);
  }

  /** Sections by name; reports the result of each property. */
  Map<String, Map<String, Object>> sections(List<Property> properties) {
    for (Property property : properties) {
      REFERENCE.matcher(property.written()).results().forEach(one -> helpers.add(one.group(1)));
    }
    Map<String, Property> counts = counting(properties);
    for (Property property : properties) {
      if (property.isInclude()) {
        include(property);
        continue;
      }
      if (property.key().isEmpty()) {
        findings.unknown(
            new Spot(property.file(), property.line(), "line"),
            shown(property.written()),
            "KEY = VALUE is expected; StoRM passes over it too");
        continue;
      }
      Property other = counts.get(property.key());
      if (!place(other).equals(place(property))
          && !property.key().equals(SpecialProperties.ENDPOINTS)) {
        String where = other.file().equals(property.file()) ? "" : other.file() + ", ";
        findings.dropped(
            place(property),
            "",
            "the same key is in " + where + "line " + other.line() + ", which counts");
      } else {
        read(property);
      }
    }
    specials.end();
    return sections.all();
  }

  /** The line that counts, by key. */
  private static Map<String, Property> counting(List<Property> properties) {
    boolean last = properties.stream().anyMatch(one -> RenamedKeys.isOfNewForm(one.key()));
    Map<String, Property> counts = new HashMap<>();
    for (Property property : properties) {
      if (last) {
        counts.put(property.key(), property);
      } else {
        counts.putIfAbsent(property.key(), property);
      }
    }
    return counts;
  }

  private static Spot place(Property property) {
    return new Spot(property.file(), property.line(), property.key());
  }

  private void include(Property property) {
    if (property.written().isEmpty()) {
      findings.dropped(place(property), "", "it names no file");
    } else {
      findings.kept(place(property), property.written(), "its lines, as if they stood here");
    }
  }

  /** Reports show the written value: a resolved reference may be a password. */
  private void read(Property property) {
    Spot place = place(property);
    String key = RenamedKeys.old(property.key());
    Optional<Meaning> meaning = PropertyCatalogue.of(key);
    String shown = shown(property.written());
    if (meaning.isEmpty()) {
      unknown(place, SECRET_KEY.matcher(property.key()).find() ? NOT_SHOWN : shown);
      return;
    }
    switch (meaning.get()) {
      case Meaning.Gone gone -> findings.dropped(place, shown, gone.why());
      case Meaning.Secret secret -> findings.dropped(place, NOT_SHOWN, secret.why());
      case Meaning used when property.open().isPresent() ->
          findings.unknown(place, shown, property.open().get() + "; nothing is set by it");
      case Meaning.Time time -> time(place, property, time);
      case Meaning.Count count -> count(place, property, count);
      case Meaning.Special special -> specials.read(key, place, property);
    }
  }

  /** Keys that are none of StoRM's may be there for others to name. */
  private void unknown(Spot place, String shown) {
    if (helpers.contains(place.key())) {
      findings.kept(place, shown, "what stands where ${" + place.key() + "} is written");
    } else {
      findings.unknown(
          place,
          shown,
          "neither StoRM 1.11 nor 1.12 has this key: correct it, or take the line out");
    }
  }

  /** What holds a password, such as a URL, is not told. */
  private static String shown(String value) {
    return SECRET_VALUE.matcher(value).find() ? NOT_SHOWN : value;
  }

  /** Empty if it is invalid, which is reported. */
  static Optional<Long> number(Spot place, Property property, Findings findings) {
    try {
      return Optional.of(Long.parseLong(property.value()));
    } catch (NumberFormatException notANumber) {
      findings.unknown(place, property.written(), "not a number; Bora's default counts");
      return Optional.empty();
    }
  }

  private void time(Spot place, Property property, Meaning.Time time) {
    Optional<Long> number = number(place, property, findings);
    if (number.isEmpty()) {
      return;
    }
    long wanted = saturated(number.get(), time.unit());
    long millis = Math.clamp(wanted, time.least().toMillis(), time.most().toMillis());
    String text = text(Duration.ofMillis(millis));
    time.keys().forEach(key -> sections.put(key, text));
    String becomes = String.join(", ", time.keys()) + ": " + text;
    tell(place, property, becomes, millis == wanted);
  }

  private void tell(Spot place, Property property, String becomes, boolean same) {
    if (same) {
      findings.kept(place, property.written(), becomes);
    } else {
      findings.changed(
          place, property.written(), becomes, "no more than that, and no less, is allowed");
    }
  }

  private static long saturated(long number, Duration unit) {
    try {
      return Math.multiplyExact(number, unit.toMillis());
    } catch (ArithmeticException tooMuch) {
      return number < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  private static String text(Duration duration) {
    if (duration.toMillis() % 1000 != 0) {
      return duration.toMillis() + "ms";
    }
    long seconds = duration.toSeconds();
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds + "s";
  }

  private void count(Spot place, Property property, Meaning.Count count) {
    Optional<Long> number = number(place, property, findings);
    if (number.isEmpty()) {
      return;
    }
    long taken = Math.clamp(number.get(), count.least(), count.most());
    sections.put(count.key(), taken);
    tell(place, property, count.key() + ": " + taken, taken == number.get());
  }
}
