package org.bora.backend.serve;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.bora.api.wire.PeerRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs which frontends connect and disconnect, and why one is refused. A frontend retries every few
 * seconds, so the same reason from the same address is logged once, until it changes or the
 * frontend is admitted. Thread safe.
 */
final class LinkLog {
  private static final Logger LOG = LoggerFactory.getLogger(LinkLog.class);

  /** More addresses than sites have frontends; the eldest is forgotten. */
  private static final int MOST_ADDRESSES = 256;

  /** From all addresses together, so that a stranger with many cannot fill the log. */
  static final int MOST_LINES = 30;

  private static final long WINDOW = TimeUnit.MINUTES.toNanos(1);

  private final Supplier<X509Certificate> own;
  private final LongSupplier nanos;
  private final Map<String, String> told = new LinkedHashMap<>();
  private long windowBegan;
  private int lines;

  /**
   * @param own what this backend shows to frontends; null where it shows nothing
   * @param nanos as {@link System#nanoTime}
   */
  LinkLog(Supplier<X509Certificate> own, LongSupplier nanos) {
    this.own = Objects.requireNonNull(own, "own");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.windowBegan = nanos.getAsLong();
  }

  /**
   * A connection ended in its handshake. Silent connections, such as port checks, are not logged.
   */
  void failed(SocketAddress from, Throwable why) {
    PeerRefused refused = cause(why, PeerRefused.class);
    SSLException tls = cause(why, SSLException.class);
    if (refused != null) {
      tell(
          from,
          "this backend does not accept it: "
              + refused.getMessage()
              + "; if it is a frontend of yours, "
              + remedy(refused.why()));
    } else if (tls != null) {
      ofTls(from, tls);
    }
  }

  private void ofTls(SocketAddress from, SSLException tls) {
    String said = String.valueOf(tls.getMessage());
    if (tls.getClass().getSimpleName().startsWith("NotSsl")) {
      tell(from, "it does not speak TLS, but frontends do; find out what it is");
    } else if (said.toLowerCase(Locale.ROOT).contains("alert")) {
      tell(
          from,
          "it does not accept the certificate of this backend, "
              + shown()
              + " ("
              + said
              + "); its log says why: the name in its link.backends is none of these, or the"
              + " authority of this certificate is not in its link.authorities");
    } else if (said.toLowerCase(Locale.ROOT).contains("certificate")) {
      tell(from, "it shows no certificate; a frontend needs one in link.certificate");
    } else {
      LOG.debug("a connection from {} ended in its TLS handshake", from, tls);
    }
  }

  private static String remedy(PeerRefused.Why why) {
    return switch (why) {
      case OTHER_AUTHORITY ->
          "give it a certificate of that authority, or add the certificate of its authority to that"
              + " file";
      case NOT_NOW -> "renew its certificate; are the clocks of both machines right?";
      case REVOKED ->
          "give it another certificate; where the list expired, put a new one into the file of"
              + " link.authorities";
      case OTHER_NAME, UNSUITED ->
          "make its certificate as docs/operate/split.md shows, usable by clients";
    };
  }

  private String shown() {
    X509Certificate certificate = own.get();
    return certificate == null
        ? "which it does not show"
        : PeerRefused.subject(certificate)
            + " issued by "
            + PeerRefused.issuer(certificate)
            + " for "
            + String.join(", ", PeerRefused.names(certificate));
  }

  /** Its certificate is good, and not that of a frontend. */
  void stranger(SocketAddress from, String subject) {
    tell(
        from,
        "its certificate '"
            + subject
            + "' is not that of a known frontend; if it is one, add this subject to link.frontends");
  }

  /** A known frontend is connected. */
  void arrived(SocketAddress from, String subject) {
    synchronized (told) {
      told.remove(host(from));
    }
    LOG.info("frontend '{}' is connected from {}", subject, host(from));
  }

  /**
   * It is not any more.
   *
   * @param nanosBetween how long it was
   */
  void left(SocketAddress from, String subject, long nanosBetween) {
    LOG.info(
        "the connection of frontend '{}' from {} has ended after {} s",
        subject,
        host(from),
        TimeUnit.NANOSECONDS.toSeconds(nanosBetween));
  }

  private void tell(SocketAddress from, String why) {
    synchronized (told) {
      if (why.equals(told.put(host(from), why))) {
        return;
      }
      if (told.size() > MOST_ADDRESSES) {
        told.remove(told.keySet().iterator().next());
      }
      if (!mayTell()) {
        told.remove(host(from));
        return;
      }
    }
    LOG.warn("a peer at {} was refused: {}", host(from), why);
  }

  private boolean mayTell() {
    long now = nanos.getAsLong();
    if (now - windowBegan >= WINDOW) {
      windowBegan = now;
      lines = 0;
    }
    lines++;
    if (lines == MOST_LINES + 1) {
      LOG.warn(
          "peers were refused for more than {} reasons within a minute: further refusals of this"
              + " minute are not logged; restrict link.port by a firewall",
          MOST_LINES);
    }
    return lines <= MOST_LINES;
  }

  /** Without its port, which is another one at each attempt. */
  private static String host(SocketAddress from) {
    return from instanceof InetSocketAddress at && at.getAddress() != null
        ? at.getAddress().getHostAddress()
        : String.valueOf(from);
  }

  private static <T extends Throwable> T cause(Throwable failure, Class<T> kind) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (kind.isInstance(each)) {
        return kind.cast(each);
      }
    }
    return null;
  }
}
