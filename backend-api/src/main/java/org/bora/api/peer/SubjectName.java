package org.bora.api.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

/**
 * The subject of a certificate, for comparison with names in the configuration. It is compared
 * attribute by attribute and letter by letter. By RFC 5280 section 7.1, names that differ only in
 * case or blanks would be equal, but a careless authority may give such names to two users.
 *
 * @param text RFC 2253, with the names of attributes in capital letters
 */
public record SubjectName(String text) {

  /** A slash begins a component only before {@code NAME=}: CN=host/se.example.org is one value. */
  private static final Pattern COMPONENT = Pattern.compile("/(?=[A-Za-z0-9.]+=)");

  private static final Pattern SPECIAL = Pattern.compile("([,+\"\\\\<>;=#]|^ | $)");

  /** Names that OpenSSL prints and RFC 2253 does not know. */
  private static final Map<String, String> MORE_NAMES =
      Map.of(
          "EMAILADDRESS", "1.2.840.113549.1.9.1",
          "EMAIL", "1.2.840.113549.1.9.1",
          "SERIALNUMBER", "2.5.4.5",
          "SN", "2.5.4.4",
          "GN", "2.5.4.42",
          "USERID", "0.9.2342.19200300.100.1.1");

  /** How these are written: with a name their values are text, whatever string type they have. */
  private static final Map<String, String> WRITTEN =
      MORE_NAMES.entrySet().stream()
          .filter(one -> !one.getKey().equals("EMAIL") && !one.getKey().equals("USERID"))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

  public SubjectName {
    Objects.requireNonNull(text, "text");
  }

  /** That of a certificate. */
  public static SubjectName of(X500Principal subject) {
    return new SubjectName(subject.getName(X500Principal.RFC2253, WRITTEN));
  }

  /**
   * Reads the slash form of OpenSSL, or that of RFC 2253.
   *
   * @throws IllegalArgumentException the text is neither
   */
  public static SubjectName parse(String text) {
    try {
      return of(new X500Principal(text.startsWith("/") ? rfc2253(text) : text, MORE_NAMES));
    } catch (IllegalArgumentException notAName) {
      throw new IllegalArgumentException(
          text + ": not the subject of a certificate, such as /DC=org/CN=srm.example.org",
          notAName);
    }
  }

  private static String rfc2253(String slashes) {
    List<String> components = new ArrayList<>();
    for (String component : COMPONENT.split(slashes, -1)) {
      int equals = component.indexOf('=');
      if (equals > 0) {
        String value = SPECIAL.matcher(component.substring(equals + 1)).replaceAll("\\\\$1");
        components.add(component.substring(0, equals) + "=" + value);
      } else if (!component.isEmpty()) {
        throw new IllegalArgumentException(component);
      }
    }
    return String.join(",", components.reversed());
  }
}
