package org.bora.http;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.bora.api.word.Surl;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.URIUtil;

/**
 * A name in the tree as a request gives it. Which area it belongs to and what it may be is the
 * engine's to say, by the same rules as for SURLs.
 *
 * @param path absolute, percent-encoded, without repeated slashes and without one at the end
 * @param namesDirectory whether it was written with a slash at the end
 */
record Name(String path, boolean namesDirectory) {
  private static final Pattern SLASHES = Pattern.compile("/{2,}");

  /**
   * Reads the path of a request or of a Destination.
   *
   * @param raw percent-encoded
   */
  static Name of(String raw) throws Refused {
    if (raw == null || !raw.startsWith("/")) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "the path must begin with a slash");
    }
    String plain = SLASHES.matcher(raw).replaceAll("/");
    boolean slash = plain.endsWith("/");
    return new Name(
        slash && plain.length() > 1 ? plain.substring(0, plain.length() - 1) : plain, slash);
  }

  boolean isRoot() {
    return path.equals("/");
  }

  /**
   * The same name for the engine.
   *
   * @param host of the service
   */
  Surl surl(String host) {
    return new Surl("srm://" + host + "/srm/managerv2?SFN=" + path);
  }

  /** An entry of this directory. */
  Name child(String plainName) {
    return new Name((isRoot() ? "" : path) + "/" + encoded(plainName), false);
  }

  /** The last part, as people read it. */
  String last() {
    return URIUtil.decodePath(path.substring(path.lastIndexOf('/') + 1));
  }

  /** As it stands in an answer: a directory ends with a slash. */
  String href(boolean directory) {
    return directory && !isRoot() ? path + "/" : path;
  }

  /** Whether this is {@code other} or lies below it. */
  boolean isWithin(Name other) {
    return path.equals(other.path) || path.startsWith(other.isRoot() ? "/" : other.path + "/");
  }

  private static String encoded(String name) {
    StringBuilder text = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0)) {
        text.append(c);
      } else {
        text.append('%').append(String.format("%02X", (int) c));
      }
    }
    return text.toString();
  }
}
