package org.bora.taperest;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * A path exactly as a client sent it. It is spelled as in a URL of the HTTP door: escapes of a
 * percent sign and two digits are decoded, any other character stands for itself. Comparable, so
 * that maps of paths stay fast even if a client chooses paths with equal hash codes.
 */
record SentPath(String text) implements Comparable<SentPath> {
  /** Leaves room for the rest of a SURL, which the engine takes up to 10,000 characters. */
  static final int MAX_CHARS = 9_000;

  private static final String LONG_FORM = "?SFN=";

  SentPath {
    Objects.requireNonNull(text, "text");
  }

  @Override
  public int compareTo(SentPath other) {
    return text.compareTo(other.text);
  }

  /** The SURL for the engine; it ends with the path as sent. */
  Surl surl(String host) {
    return new Surl("srm://" + host + "/srm/managerv2" + LONG_FORM + text);
  }

  /** The path in a SURL that was stored; that of a request made by SRM may have the short form. */
  static SentPath of(Surl surl) {
    String text = surl.text();
    int form = text.indexOf(LONG_FORM);
    if (form >= 0) {
      return new SentPath(text.substring(form + LONG_FORM.length()));
    }
    int authority = text.indexOf("://");
    int slash = authority < 0 ? -1 : text.indexOf('/', authority + 3);
    return new SentPath(slash < 0 ? text : text.substring(slash));
  }

  /** Equal for paths that name the same file; a path with a broken escape is equal to itself. */
  String name() {
    StringBuilder name = new StringBuilder();
    for (String part : decoded().split("/", -1)) {
      if (!part.isEmpty()) {
        name.append('/').append(part);
      }
    }
    return name.toString();
  }

  /** The same as people read it, without a slash at its end. */
  String sfn() {
    return new String(name().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** Byte for byte, each as one character. */
  private String decoded() {
    byte[] raw = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder bytes = new StringBuilder(raw.length);
    for (int at = 0; at < raw.length; at++) {
      int high = raw[at] == '%' && at + 2 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
      int low = high >= 0 ? Character.digit(raw[at + 2], 16) : -1;
      if (low >= 0) {
        bytes.append((char) (high << 4 | low));
        at += 2;
      } else {
        bytes.append((char) (raw[at] & 0xFF));
      }
    }
    return bytes.toString();
  }
}
