package org.bora.http.remote;

import java.net.URI;
import java.util.Locale;

/** URLs of files on other servers. A redirect never leaves TLS. */
public final class RemoteUri {
  private static final int HTTPS_PORT = 443;

  private RemoteUri() {}

  /**
   * As {@code https}, which grid clients also call {@code davs}.
   *
   * @throws RemoteFailure if it has another scheme, or names no server
   */
  public static URI https(URI uri) throws RemoteFailure {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && !scheme.equals("davs")) {
      throw new RemoteFailure("the other side is to be an https or davs URL");
    }
    if (uri.getHost() == null || uri.getRawUserInfo() != null) {
      throw new RemoteFailure("the URL of the other side names no host, or a user");
    }
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return URI.create("https://" + uri.getHost() + ":" + port(uri) + path + query);
  }

  static URI resolve(URI from, String location) throws RemoteFailure {
    try {
      return https(from.resolve(location));
    } catch (IllegalArgumentException e) {
      throw new RemoteFailure("the other side redirects to an invalid URL");
    }
  }

  static boolean isSameServer(URI one, URI other) {
    return one.getHost().equalsIgnoreCase(other.getHost()) && port(one) == port(other);
  }

  static int port(URI uri) {
    return uri.getPort() < 0 ? HTTPS_PORT : uri.getPort();
  }
}
