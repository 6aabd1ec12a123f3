package org.bora.backend.authorise;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** One entry of a grid-mapfile: a subject and the first of its accounts. */
record GridMapLine(String dn, String account) {

  /** What shadow-utils and sssd accept, {@code user@domain} included. */
  private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@-]*\\$?");

  static GridMapLine parse(String line) {
    int[] end = new int[1];
    String dn = line.startsWith("\"") ? quoted(line, end) : bare(line, end);
    if (!dn.startsWith("/")) {
      throw new IllegalArgumentException("a subject begins with a slash: '" + dn + "'");
    }
    String accounts = line.substring(end[0]).strip();
    String first = accounts.split(",", 2)[0].strip();
    if (!ACCOUNT.matcher(first).matches()) {
      throw new IllegalArgumentException(
          "'" + first + "' is not a local account (pool accounts, '.name', are not supported)");
    }
    return new GridMapLine(dn, first);
  }

  private static String bare(String line, int[] end) {
    int blank = 0;
    while (blank < line.length() && !Character.isWhitespace(line.charAt(blank))) {
      blank++;
    }
    end[0] = blank;
    return line.substring(0, blank);
  }

  private static String quoted(String line, int[] end) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = 1;
    while (at < line.length() && line.charAt(at) != '"') {
      if (line.charAt(at) == '\\') {
        at = escape(line, at + 1, bytes);
      } else {
        int c = line.codePointAt(at);
        bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
        at += Character.charCount(c);
      }
    }
    if (at >= line.length()) {
      throw new IllegalArgumentException("the closing quote is missing");
    }
    end[0] = at + 1;
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Reads what follows a backslash and returns where the next character is. */
  private static int escape(String line, int at, ByteArrayOutputStream bytes) {
    if (at >= line.length()) {
      throw new IllegalArgumentException("a backslash ends the line");
    }
    char c = line.charAt(at);
    if (c == '"' || c == '\\') {
      bytes.write(c);
      return at + 1;
    }
    if (c == 'x' && at + 2 < line.length()) {
      int high = Character.digit(line.charAt(at + 1), 16);
      int low = Character.digit(line.charAt(at + 2), 16);
      if (high >= 0 && low >= 0) {
        bytes.write(high * 16 + low);
        return at + 3;
      }
    }
    throw new IllegalArgumentException("after a backslash only \", \\ and xHH are understood");
  }
}
