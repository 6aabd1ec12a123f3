package org.bora.server.audit;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Selects lines of the audit log. A line must match every condition.
 *
 * @param patterns by field, in which {@code *} stands for any text; {@code surl} looks at {@code
 *     to} and {@code surls} as well
 * @param since lines of this time and later
 * @param until lines before this time
 */
public record AuditFilter(
    Map<String, String> patterns, Optional<Instant> since, Optional<Instant> until) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public AuditFilter {
    patterns = Map.copyOf(new LinkedHashMap<>(patterns));
  }

  /** What a search makes of a line. */
  enum Verdict {
    WANTED,
    OTHER,
    /** Everything else matches, but its time is not known. */
    UNDATED
  }

  /** For a line of the file; a partial line of a process that died does not match. */
  Verdict of(String line) {
    try {
      JsonNode read = JSON.readTree(line);
      return read != null && read.isObject() ? of(read) : Verdict.OTHER;
    } catch (JacksonException notWhole) {
      return Verdict.OTHER;
    }
  }

  private Verdict of(JsonNode line) {
    if (!patterns.entrySet().stream().allMatch(each -> matches(line, each))) {
      return Verdict.OTHER;
    }
    return since.isEmpty() && until.isEmpty() ? Verdict.WANTED : byTime(line.path("time"));
  }

  private static boolean matches(JsonNode line, Map.Entry<String, String> wanted) {
    String pattern = wanted.getValue();
    if (matches(line.get(wanted.getKey()), pattern)) {
      return true;
    }
    return wanted.getKey().equals("surl")
        && (matches(line.get("to"), pattern)
            || line.path("surls").valueStream().anyMatch(surl -> matches(surl, pattern)));
  }

  private static boolean matches(JsonNode value, String pattern) {
    if (value == null) {
      return false;
    }
    StringBuilder regex = new StringBuilder();
    for (String part : pattern.split("\\*", -1)) {
      regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(value.asString()).matches();
  }

  private Verdict byTime(JsonNode time) {
    Instant written;
    try {
      written = Instant.parse(time.asString(""));
    } catch (DateTimeException unreadable) {
      return Verdict.UNDATED;
    }
    return since.filter(written::isBefore).isEmpty()
            && until.filter(end -> !written.isBefore(end)).isEmpty()
        ? Verdict.WANTED
        : Verdict.OTHER;
  }
}
