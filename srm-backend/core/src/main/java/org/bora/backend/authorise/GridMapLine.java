package org.bora.backend.authorise;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.bora.api.word.Fqan;

/**
 * One entry of a grid-mapfile: a subject or attribute, and the first of its accounts.
 *
 * @param number of the line, from 1
 * @param pattern normalised, see {@link #normal}; {@code *} stands for any text
 * @param account a local account, or a pool with a dot before its name
 */
record GridMapLine(int number, String pattern, Glob glob, String account) {

  /** What shadow-utils and sssd accept, {@code user@domain} included. */
  private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@-]*\\$?");

  private static final String POOL = ".";
  private static final String ANY_BELOW = "/*";

  static GridMapLine parse(int number, String line) {
    int[] end = new int[1];
    String name = line.startsWith("\"") ? quoted(line, end) : bare(line, end);
    if (!name.startsWith("/") && !name.equals("*")) {
      throw new IllegalArgumentException(
          "a subject or attribute begins with a slash: '" + name + "'");
    }
    String accounts = line.substring(end[0]).strip();
    String first = accounts.split(",", 2)[0].strip();
    String account = first.startsWith(POOL) ? first.substring(1) : first;
    if (!ACCOUNT.matcher(account).matches()) {
      throw new IllegalArgumentException("'" + first + "' is neither an account nor a .pool");
    }
    String pattern = normal(name);
    return new GridMapLine(number, pattern, new Glob(pattern), first);
  }

  /**
   * OpenSSL's releases have written two attribute types of subjects in several ways; VOMS writes
   * out what a member does not have.
   */
  static String normal(String name) {
    String plain =
        name.replace("/Email=", "/emailAddress=")
            .replace("/E=", "/emailAddress=")
            .replace("/USERID=", "/UID=");
    return plain.replaceFirst("/Capability=(NULL|\\*)$", "").replaceFirst("/Role=NULL$", "");
  }

  /** Whether it names VOMS attributes: these begin with the VO, subjects with {@code TYPE=}. */
  boolean isForAttributes() {
    int slash = pattern.indexOf('/', 1);
    String first = slash < 0 ? pattern : pattern.substring(0, slash);
    return !pattern.equals("*") && first.indexOf('=') < 0;
  }

  /** Whether it names one subject and nothing else. */
  boolean isOneSubject() {
    return !isForAttributes() && pattern.indexOf('*') < 0;
  }

  boolean isPool() {
    return account.startsWith(POOL);
  }

  /** The local account, or the name that a pool's accounts begin with. */
  String accountName() {
    return isPool() ? account.substring(1) : account;
  }

  boolean coversSubject(String normalDn) {
    return glob.matches(normalDn);
  }

  /** Other grid software lets {@code /vo/*} hold plain members too, whose role it writes out. */
  boolean covers(Fqan held) {
    String text = held.toString();
    return glob.matches(text) || (pattern.endsWith(ANY_BELOW) && glob.matches(text + "/"));
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
