package org.bora.backend.operation.copy;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.api.word.Surl;

/**
 * Recognises SURLs of this service. For clients the port of a SURL does not matter; here it may
 * distinguish two services on one host.
 *
 * @param hosts the names that clients use
 * @param port of SRM; a SURL with another port belongs to another service. Empty: every port is
 *     ours.
 */
public record LocalNames(Set<String> hosts, OptionalInt port) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?i)srm://(?<host>\\[[^\\]/?#]*\\]|[^/?#:]*)(?::(?<port>\\d{0,5}))?(?:[/?#].*)?");

  public LocalNames {
    hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  boolean isHere(Surl surl) {
    Matcher found = FORM.matcher(surl.text());
    if (!found.matches() || !hosts.contains(found.group("host").toLowerCase(Locale.ROOT))) {
      return false;
    }
    String named = found.group("port");
    return port.isEmpty()
        || named == null
        || named.isEmpty()
        || Integer.parseInt(named) == port.getAsInt();
  }
}
