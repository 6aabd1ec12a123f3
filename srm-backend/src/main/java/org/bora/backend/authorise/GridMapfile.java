package org.bora.backend.authorise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A grid-mapfile as Globus reads it: one subject per line, in double quotes where it holds blanks,
 * then one or more local accounts separated by commas, of which the first counts. {@code #} begins
 * a comment line. Within quotes, {@code \"} and {@code \\} stand for themselves and {@code \xHH}
 * for a byte.
 */
final class GridMapfile {

  private final Map<String, String> accountsByDn;

  private GridMapfile(Map<String, String> accountsByDn) {
    this.accountsByDn = Map.copyOf(accountsByDn);
  }

  /**
   * @throws IllegalArgumentException with the number of the first line that cannot be read
   */
  static GridMapfile parse(List<String> lines) {
    Map<String, String> accounts = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      try {
        GridMapLine entry = GridMapLine.parse(line);
        accounts.putIfAbsent(normal(entry.dn()), entry.account());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    return new GridMapfile(accounts);
  }

  /** The first account of the first line that names the subject. */
  Optional<String> account(String dn) {
    return Optional.ofNullable(accountsByDn.get(normal(dn)));
  }

  int size() {
    return accountsByDn.size();
  }

  /** OpenSSL's releases have written these two attribute types in several ways. */
  private static String normal(String dn) {
    return dn.replace("/Email=", "/emailAddress=")
        .replace("/E=", "/emailAddress=")
        .replace("/USERID=", "/UID=");
  }
}
