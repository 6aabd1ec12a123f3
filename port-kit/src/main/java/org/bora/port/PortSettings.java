package org.bora.port;

import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.bora.settings.Allowed;

/**
 * A port and its protocol.
 *
 * @param name of its threads, and of the port in messages
 * @param host name or address to listen on
 * @param port 0 for any free port
 * @param headBytes of request line and headers
 * @param bounds of connections and times
 * @param tls empty: plain HTTP
 */
public record PortSettings(
    String name, String host, int port, int headBytes, PortBounds bounds, Optional<Tls> tls) {

  private static final int LEAST_HEAD_BYTES = 1_024;
  private static final int MOST_HEAD_BYTES = 65_536;
  private static final int LAST_PORT = 65_535;

  /**
   * HTTPS, TLS 1.2 or 1.3.
   *
   * @param identity own certificate and trusted authorities
   * @param callersShowCertificates whether the handshake refuses a client without a valid
   *     certificate; the caller is then the certificate's subject
   */
  public record Tls(SSLContext identity, boolean callersShowCertificates) {
    public Tls {
      Objects.requireNonNull(identity, "identity");
    }
  }

  public PortSettings {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(bounds, "bounds");
    Objects.requireNonNull(tls, "tls");
    Allowed.within("port", port, 0, LAST_PORT);
    Allowed.within("headBytes", headBytes, LEAST_HEAD_BYTES, MOST_HEAD_BYTES);
  }
}
