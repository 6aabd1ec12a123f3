package org.bora.backend.authorise;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the rules of an area: {@code allow|deny OPERATIONS to WHO [from ADDRESS] [on PATH]}.
 * Operations are separated by commas. {@code allow all} are all of them but {@code admin}, which
 * must be named; {@code deny all} are all of them, so that a denial leaves nothing open.
 */
public final class RuleReader {

  /** What a rule looks like, for people. */
  public static final String FORM =
      "allow|deny OPERATIONS to anyone|dn DN|vo NAME|fqan /GROUP[/Role=ROLE] [from ADDRESS[/BITS]]"
          + " [on PATH]";

  private static final Pattern RULE =
      Pattern.compile(
          "(allow|deny)\\s+([a-z]+(?:\\s*,\\s*[a-z]+)*)\\s+to\\s+"
              + "(anyone|(?:dn|vo|fqan)\\s+(?:\"[^\"]*\"|.+?))"
              + "(?:\\s+from\\s+(\\S+))?(?:\\s+on\\s+(/.*))?");

  private static final Set<OperationClass> WHOLE_AREA =
      EnumSet.of(OperationClass.RESERVE, OperationClass.ADMIN);

  private final String sfn;

  /**
   * @param sfn where clients see the area
   */
  public RuleReader(String sfn) {
    this.sfn = sfn;
  }

  /**
   * Parses a rule.
   *
   * @throws IllegalArgumentException with the reason
   */
  public Rule read(String text, RuleOrigin origin) {
    String line = text.strip();
    Matcher parts = RULE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + line + "' is not a rule; allowed: " + FORM);
    }
    boolean allow = parts.group(1).equals("allow");
    Set<OperationClass> uses = uses(parts.group(2), allow);
    Optional<PathPattern> on =
        Optional.ofNullable(parts.group(5)).map(path -> PathPattern.parse(path, sfn));
    if (on.isPresent() && WHOLE_AREA.containsAll(uses)) {
      throw new IllegalArgumentException(
          "'" + line + "': reserve and admin concern the whole area; leave 'on' out");
    }
    return new Rule(
        allow,
        uses,
        Who.parse(parts.group(3)),
        Optional.ofNullable(parts.group(4)).map(HostRange::parse),
        on,
        line,
        origin);
  }

  private static Set<OperationClass> uses(String words, boolean allow) {
    Set<OperationClass> uses = EnumSet.noneOf(OperationClass.class);
    for (String word : words.split("\\s*,\\s*", -1)) {
      if (word.equals("all")) {
        uses.addAll(
            allow
                ? EnumSet.complementOf(EnumSet.of(OperationClass.ADMIN))
                : EnumSet.allOf(OperationClass.class));
      } else {
        uses.add(named(word).orElseThrow(() -> noOperation(word, words() + ", all")));
      }
    }
    return uses;
  }

  /**
   * The operation of a word.
   *
   * @throws IllegalArgumentException if there is no such operation; the message lists the
   *     operations
   */
  public static OperationClass use(String word) {
    return named(word).orElseThrow(() -> noOperation(word, words()));
  }

  private static Optional<OperationClass> named(String word) {
    return Arrays.stream(OperationClass.values()).filter(use -> use.word().equals(word)).findAny();
  }

  private static String words() {
    return Arrays.stream(OperationClass.values())
        .map(OperationClass::word)
        .collect(Collectors.joining(", "));
  }

  private static IllegalArgumentException noOperation(String word, String known) {
    return new IllegalArgumentException("'" + word + "' is not an operation; allowed: " + known);
  }
}
