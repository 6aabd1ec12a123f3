package org.bora.backend.database;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A database URL or other configuration text without its secrets, which are replaced by {@value
 * #HIDDEN}. A password belongs in a file, but the driver also accepts it in the URL, under several
 * names, in any letter case and percent-encoded. When in doubt, too much is hidden, because a
 * password may contain almost any character.
 */
public final class ShownUrl {

  /** Stands where something was. */
  public static final String HIDDEN = "***";

  /** Parts of the names of parameters whose values are secret. */
  private static final List<String> TELLING =
      List.of("pass", "pwd", "secret", "token", "credential", "signature", "authz", "api_key");

  /** After the scheme, everything before the last at sign, including other hosts. */
  private static final Pattern USERS = Pattern.compile("(?<=://).*(?=@)", Pattern.DOTALL);

  /** Begins where one can: a long text is not looked through again from each of its letters. */
  private static final Pattern NAME =
      Pattern.compile("(?<![^?&(,;=/:\\s])([^?&(,;=/:\\s]++)\\s*+=");

  /** Until the next parameter; a blank, which a URL has none of, ends it in other texts alone. */
  private static final Pattern VALUE_OF_URL = Pattern.compile("[^&]*");

  private static final Pattern VALUE = Pattern.compile("[^&\\s]*");

  private ShownUrl() {}

  /** The text, or another one without secrets. */
  public static String of(String text) {
    boolean url = text.contains("://");
    String safe = url ? USERS.matcher(text).replaceFirst(HIDDEN) : text;
    StringBuilder shown = new StringBuilder();
    int copied = 0;
    Matcher name = NAME.matcher(safe);
    Matcher value = (url ? VALUE_OF_URL : VALUE).matcher(safe);
    for (int from = 0; name.find(from); from = Math.max(name.end(), copied)) {
      if (isTelling(name.toMatchResult()) && value.find(name.end())) {
        shown.append(safe, copied, name.end()).append(HIDDEN);
        copied = value.end();
      }
    }
    return shown.append(safe, copied, safe.length()).toString();
  }

  private static boolean isTelling(MatchResult name) {
    String read = decoded(name.group(1)).toLowerCase(Locale.ROOT).replace('-', '_');
    return TELLING.stream().anyMatch(read::contains);
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      return name;
    }
  }
}
