package org.bora.backend.turl;

import java.util.List;
import java.util.Objects;

/**
 * TURLs through the HTTPS port of this service.
 *
 * @param authority its {@code host:port}
 * @param addressed whether a URL is only valid for the address that asked for it
 */
public record HttpsTurls(String authority, boolean addressed) {
  /** What clients call them. */
  public static final List<String> PROTOCOLS = List.of("https", "davs");

  public HttpsTurls {
    Objects.requireNonNull(authority, "authority");
  }

  /** The way through HTTPS. {@link SignedTurls} completes its URLs. */
  record Through(String protocol, String authority) implements Turls.Way {
    @Override
    public String turl(String physical) {
      return protocol + "://" + authority + UrlPath.encode(physical);
    }
  }
}
