package org.bora.audit;

import java.util.Locale;
import java.util.Set;

/**
 * Removes secrets from texts: the user part of URLs ({@code scheme://user:password@host}), and the
 * values of parameters that carry tokens or signatures. Text after a slash is part of a path, not a
 * URL. The time is linear in the length of the text, which is not trusted.
 */
final class Secrets {

  /** Stands where something was. */
  static final String HIDDEN = "***";

  /** Length of the longest name below. */
  private static final int LONGEST_PARAMETER = 24;

  private static final Set<String> TELLING =
      Set.of(
          "access_token",
          "authz",
          "authorization",
          "bearer_token",
          "key",
          "macaroon",
          "pass",
          "passwd",
          "password",
          "secret",
          "sig",
          "signature",
          "token",
          "x-amz-credential",
          "x-amz-security-token",
          "x-amz-signature");

  private Secrets() {}

  /** The text, or another one without secrets. */
  static String hidden(String text) {
    boolean url = text.contains("://");
    if (!url && text.indexOf('=') < 0) {
      return text;
    }
    String safe = url ? withoutUsers(text) : text;
    return safe.indexOf('?') < 0 && safe.indexOf('&') < 0 ? safe : withoutTokens(safe);
  }

  private static String withoutUsers(String text) {
    StringBuilder safe = null;
    int copied = 0;
    int read = 0;
    int scheme = text.indexOf("://");
    while (scheme >= 0) {
      int host = scheme + 3;
      int end = endOfAuthority(text, host);
      int at = end - 1;
      while (at >= host && text.charAt(at) != '@') {
        at--;
      }
      if (at >= host && !followsSlash(text, read, scheme)) {
        safe = safe == null ? new StringBuilder(text.length()) : safe;
        safe.append(text, copied, host).append(HIDDEN);
        copied = at;
      }
      read = end;
      scheme = text.indexOf("://", end);
    }
    return safe == null ? text : safe.append(text, copied, text.length()).toString();
  }

  /** Whether the name of the scheme, which ends here, stands behind a slash. */
  private static boolean followsSlash(String text, int from, int end) {
    int before = end - 1;
    while (before >= from && isOfScheme(text.charAt(before))) {
      before--;
    }
    return before >= from && before < end - 1 && text.charAt(before) == '/';
  }

  private static boolean isOfScheme(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "+-.".indexOf(c) >= 0;
  }

  private static int endOfAuthority(String text, int from) {
    int end = from;
    while (end < text.length() && "/?# \t\r\n\"'<>".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private static String withoutTokens(String text) {
    StringBuilder safe = null;
    int copied = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '?' && text.charAt(i) != '&') {
        continue;
      }
      int equals = text.indexOf('=', i, Math.min(text.length(), i + LONGEST_PARAMETER));
      if (equals < 0) {
        continue;
      }
      if (TELLING.contains(text.substring(i + 1, equals).toLowerCase(Locale.ROOT))) {
        int end = endOfValue(text, equals + 1);
        safe = safe == null ? new StringBuilder(text.length()) : safe;
        safe.append(text, copied, equals + 1).append(HIDDEN);
        copied = end;
        i = end - 1;
      }
    }
    return safe == null ? text : safe.append(text, copied, text.length()).toString();
  }

  private static int endOfValue(String text, int from) {
    int end = from;
    while (end < text.length() && "&# \t\r\n\"'<>".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }
}
