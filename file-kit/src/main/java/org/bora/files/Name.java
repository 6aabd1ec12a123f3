package org.bora.files;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bora.api.word.Surl;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.URIUtil;

/**
 * A name in the tree, as given in a request. The engine decides its area and whether it is valid,
 * by the same rules as for SURLs.
 *
 * @param path absolute, in one canonical percent-encoding, so equal names have equal paths; without
 *     repeated slashes and without one at the end
 * @param namesDirectory whether the request's name ended with a slash
 */
public record Name(String path, boolean namesDirectory) {
  /** Of a name of a file (NAME_MAX of Linux). */
  private static final int MOST_BYTES = 255;

  private static final Pattern SLASHES = Pattern.compile("/+");

  /**
   * Reads the path of a request or of a Destination.
   *
   * @param raw percent-encoded
   */
  public static Name of(String raw) throws Refused {
    if (raw == null || !raw.startsWith("/")) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "the path must begin with a slash");
    }
    StringBuilder path = new StringBuilder();
    for (String segment : SLASHES.split(raw, -1)) {
      if (!segment.isEmpty()) {
        path.append('/').append(encoded(decoded(segment)));
      }
    }
    return new Name(path.isEmpty() ? "/" : path.toString(), raw.endsWith("/"));
  }

  /** The name of an entry, byte for byte. */
  private static byte[] decoded(String segment) throws Refused {
    var bytes = new ByteArrayOutputStream();
    byte[] raw = segment.getBytes(StandardCharsets.UTF_8);
    int at = 0;
    while (at < raw.length) {
      if (raw[at] != '%') {
        bytes.write(raw[at++]);
        continue;
      }
      int high = at + 2 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
      int low = at + 2 < raw.length ? Character.digit(raw[at + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new Refused(
            HttpStatus.BAD_REQUEST_400, "a % in the path must begin an escape of two digits");
      }
      bytes.write(high << 4 | low);
      at += 3;
    }
    String name = bytes.toString(StandardCharsets.ISO_8859_1);
    if (name.equals(".") || name.equals("..") || name.indexOf('/') >= 0 || name.indexOf(0) >= 0) {
      throw new Refused(
          HttpStatus.BAD_REQUEST_400, "a part of the path is no name of a file or directory");
    }
    return bytes.toByteArray();
  }

  /** A temporary name next to this one, for an entry that is moved aside. */
  public Name aside(UUID id) {
    return beside(".replaced-" + id);
  }

  /** A temporary name next to this one, for a copy that gets this name when it is complete. */
  public Name unfinished(UUID id) {
    return beside(".copying-" + id);
  }

  private Name beside(String suffix) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    String kept = bytes(name) + suffix.length() > MOST_BYTES ? "" : name;
    return new Name(path.substring(0, path.lastIndexOf('/') + 1) + kept + suffix, false);
  }

  /** An escape is three characters for one byte. */
  private static int bytes(String encoded) {
    return encoded.length() - 2 * (int) encoded.chars().filter(one -> one == '%').count();
  }

  /** The directory that it is in; of the root the root. */
  public Name parent() {
    int slash = path.lastIndexOf('/');
    return new Name(slash <= 0 ? "/" : path.substring(0, slash), true);
  }

  /** The name without escapes, as scopes of tokens have it. */
  public String sfn() {
    return URIUtil.decodePath(path);
  }

  public boolean isRoot() {
    return path.equals("/");
  }

  /**
   * The same name for the engine.
   *
   * @param host of the service
   */
  public Surl surl(String host) {
    return new Surl("srm://" + host + "/srm/managerv2?SFN=" + path);
  }

  /** An entry of this directory. */
  public Name child(String plainName) {
    return new Name(
        (isRoot() ? "" : path) + "/" + encoded(plainName.getBytes(StandardCharsets.UTF_8)), false);
  }

  /** An entry of this directory with the name, byte for byte, that another one has in its own. */
  public Name childLike(Name other) {
    String last = other.path.substring(other.path.lastIndexOf('/'));
    return new Name((isRoot() ? "" : path) + last, false);
  }

  /** The last part, as people read it. */
  public String last() {
    return URIUtil.decodePath(path.substring(path.lastIndexOf('/') + 1));
  }

  /** As it stands in an answer: a directory ends with a slash. */
  public String href(boolean directory) {
    return directory && !isRoot() ? path + "/" : path;
  }

  /** Whether this is {@code other} or lies below it. */
  public boolean isWithin(Name other) {
    return path.equals(other.path) || path.startsWith(other.isRoot() ? "/" : other.path + "/");
  }

  private static String encoded(byte[] name) {
    StringBuilder text = new StringBuilder();
    for (byte b : name) {
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
