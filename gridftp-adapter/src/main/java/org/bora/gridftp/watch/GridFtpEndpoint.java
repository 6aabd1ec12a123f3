package org.bora.gridftp.watch;

import java.util.Objects;

/**
 * A GridFTP server that serves the site's filesystem under the same physical paths as the backend
 * sees, below an optional prefix.
 *
 * @param name for logs and the administrator
 * @param host the name that clients use and that its certificate contains
 * @param port control port
 * @param prefix before the physical path in a TURL; empty, or beginning with a slash and ending
 *     without one
 */
public record GridFtpEndpoint(String name, String host, int port, String prefix) {

  public GridFtpEndpoint {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(host, "host");
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException(
          "GridFTP server " + name + ": port " + port + " is not in 1..65535");
    }
    if (!prefix.isEmpty() && (!prefix.startsWith("/") || prefix.endsWith("/"))) {
      throw new IllegalArgumentException(
          "GridFTP server "
              + name
              + ": prefix '"
              + prefix
              + "' must begin with a slash and not end with one");
    }
  }

  /** The transfer protocol its TURLs have. */
  public String protocol() {
    return "gsiftp";
  }
}
