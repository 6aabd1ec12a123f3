package org.bora.backend.locate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bora.api.word.Surl;

/**
 * Takes SURLs apart: {@code srm://host[:port]/path} and {@code
 * srm://host[:port]/srm/managerv2?SFN=/path}, which mean the same.
 *
 * <p>What real clients send decides where RFC 3986 would say otherwise. gfal2 decodes what its user
 * wrote, cuts port and service path off and sends the rest raw: spaces, {@code +}, {@code @},
 * {@code #} and {@code ?} arrive as themselves, so they are characters of a name here, and a plus
 * sign is never a space. The one exception is a first {@code ?} followed by {@code SFN=}: that is
 * the long form, whatever service path stands before it (srmcp sends the one its user typed).
 * Percent escapes are decoded before the path is split, because {@code ?SFN=%2Fvo%2Ffile} is sent
 * too and no name can hold a slash. Ports say nothing about which file is meant (some clients keep
 * them, some drop them, balancers change them): they must be numbers and are otherwise ignored.
 */
final class SurlParser {

  /** Three times the longest path, for every byte may be escaped, and room for the rest. */
  static final int MAX_CHARS = 10_000;

  private static final String SCHEME = "srm://";
  private static final String LONG_FORM = "?SFN=";
  private static final int MAX_PORT = 65_535;

  private SurlParser() {}

  /**
   * @throws IllegalArgumentException with a sentence for the client
   */
  static ParsedSurl parse(Surl surl) {
    String text = surl.text();
    if (text.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "a SURL of " + text.length() + " characters, at most " + MAX_CHARS + " are possible");
    }
    if (!text.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new IllegalArgumentException("not a SURL: it does not begin with srm://");
    }
    int authorityEnd = SCHEME.length();
    while (authorityEnd < text.length() && "/?#".indexOf(text.charAt(authorityEnd)) < 0) {
      authorityEnd++;
    }
    String host = host(text.substring(SCHEME.length(), authorityEnd));
    return new ParsedSurl(host, names(path(text.substring(authorityEnd))));
  }

  private static String host(String authority) {
    int hostEnd = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
    if (hostEnd < 0) {
      hostEnd = authority.length();
    }
    String host = authority.substring(0, hostEnd);
    String port = authority.substring(hostEnd);
    if (host.isEmpty() || host.indexOf('@') >= 0) {
      throw new IllegalArgumentException("not a SURL: no host after srm://");
    }
    if (!port.isEmpty() && !isPort(port)) {
      throw new IllegalArgumentException("not a SURL: the port must be a number in 1..65535");
    }
    return host.toLowerCase(Locale.ROOT);
  }

  private static boolean isPort(String text) {
    String digits = text.substring(1);
    return text.charAt(0) == ':'
        && (digits.isEmpty()
            || (digits.length() <= 5
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                && Integer.parseInt(digits) >= 1
                && Integer.parseInt(digits) <= MAX_PORT));
  }

  private static String path(String afterAuthority) {
    int question = afterAuthority.indexOf('?');
    boolean isLong =
        question >= 0
            && afterAuthority.regionMatches(true, question, LONG_FORM, 0, LONG_FORM.length());
    if (isLong) {
      return afterAuthority.substring(question + LONG_FORM.length());
    }
    if (!afterAuthority.isEmpty() && !afterAuthority.startsWith("/")) {
      throw new IllegalArgumentException("not a SURL: no path after the host");
    }
    return afterAuthority;
  }

  private static List<String> names(String path) {
    List<String> names = new ArrayList<>();
    for (String name : PercentDecoder.decode(path).split("/", -1)) {
      if (name.isEmpty()) {
        continue;
      }
      if (name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException("'" + name + "' is not allowed in a SURL");
      }
      if (!Nameable.isNameable(name)) {
        throw new IllegalArgumentException("control characters are not allowed in a name");
      }
      names.add(name);
    }
    return names;
  }
}
