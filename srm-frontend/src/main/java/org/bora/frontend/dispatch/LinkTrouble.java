package org.bora.frontend.dispatch;

import io.grpc.Status;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.bora.api.wire.HealthNames;
import org.bora.api.wire.PeerRefused;

/**
 * Why a backend cannot be used, and the remedy, for administrators. The same cause gives the same
 * text, so a change differs from a repetition.
 */
final class LinkTrouble {
  private final Supplier<X509Certificate> own;
  private final String service;

  /**
   * @param own this frontend's certificate for backends; null if there is none
   * @param service name of the health service of backends
   */
  LinkTrouble(Supplier<X509Certificate> own, String service) {
    this.own = Objects.requireNonNull(own, "own");
    this.service = Objects.requireNonNull(service, "service");
  }

  /** The name of the health service of backends. */
  String service() {
    return service;
  }

  /** Whether only a change of files can help, as opposed to a backend that may come by itself. */
  static boolean isOfTheConfiguration(Status status) {
    return cause(status, PeerRefused.class) != null
        || cause(status, SSLException.class) != null
        || cause(status, UnknownHostException.class) != null
        || isOfAStranger(status);
  }

  /** One sentence and what to do. */
  String of(Status status) {
    PeerRefused refused = cause(status, PeerRefused.class);
    if (refused != null) {
      return "this frontend does not accept it: " + refused.getMessage() + "; " + remedy(refused);
    }
    SSLException tls = cause(status, SSLException.class);
    if (tls != null) {
      return ofTls(tls);
    }
    if (isOfAStranger(status)) {
      return "it does not know this frontend; add "
          + shown()
          + " to link.frontends of that backend, or show a certificate that is there";
    }
    if (status.getCode() == Status.Code.NOT_FOUND && service.equals(HealthNames.FOR_DOORS)) {
      return "its release knows no grants of tokens, so this door must not call it; upgrade backends"
          + " before doors";
    }
    if (status.getCode() == Status.Code.NOT_FOUND) {
      return "its release and that of this frontend do not understand each other; upgrade frontends"
          + " and backends to the same release";
    }
    if (cause(status, UnknownHostException.class) != null
        || cause(status, UnresolvedAddressException.class) != null) {
      return "the name service does not know its host; correct the name in link.backends";
    }
    return ofTheWay(status);
  }

  private String ofTls(SSLException tls) {
    String said = String.valueOf(tls.getMessage());
    if (said.toLowerCase(Locale.ROOT).contains("alert")) {
      return "it does not accept the certificate of this frontend, "
          + shown()
          + " ("
          + said
          + "); the log of the backend says why: renew that certificate if it has expired, or put the"
          + " certificate of its authority into the file of link.authorities of that backend";
    }
    if (tls.getClass().getSimpleName().startsWith("NotSsl")) {
      return "what listens there does not speak TLS; name link.port of a backend in link.backends";
    }
    return "the TLS handshake failed (" + said + "); its log may say more";
  }

  private static String remedy(PeerRefused refused) {
    return switch (refused.why()) {
      case OTHER_AUTHORITY ->
          "give it one of the authority in link.authorities, or add the certificate of its"
              + " authority to that file";
      case OTHER_NAME ->
          "name it in link.backends as its certificate does, or give it a certificate with that"
              + " subjectAltName";
      case NOT_NOW -> "renew it; are the clocks of both machines right?";
      case REVOKED ->
          "give it another one; where the list expired, put a new one into the file of"
              + " link.authorities";
      case UNSUITED -> "make it as docs/operate/split.md shows";
    };
  }

  private static String ofTheWay(Status status) {
    String said = String.valueOf(status.getDescription());
    if (said.contains("NOT_SERVING")) {
      return "it says that it does not serve: it is being taken out of service, or lacks what it"
          + " needs; see `bora status` and the log there";
    }
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return "it does not answer; the process hangs, or the network between is cut";
    }
    Throwable cause = cause(status, SocketException.class);
    if (cause instanceof NoRouteToHostException) {
      return "no network leads to it; is the machine up?";
    }
    if (cause instanceof ConnectException) {
      return String.valueOf(cause.getMessage()).contains("timed out")
          ? "its machine does not answer; is it up, and does a firewall let frontends through?"
          : "nothing listens there; start the backend, or correct link.backends";
    }
    return "the connection failed ("
        + (cause == null ? said : String.valueOf(cause.getMessage()))
        + "); see the log of that backend";
  }

  private String shown() {
    X509Certificate certificate = own.get();
    return certificate == null ? "its subject" : PeerRefused.subject(certificate);
  }

  private static boolean isOfAStranger(Status status) {
    return status.getCode() == Status.Code.PERMISSION_DENIED
        || String.valueOf(status.getDescription()).contains("PERMISSION_DENIED");
  }

  private static <T extends Throwable> T cause(Status status, Class<T> kind) {
    for (Throwable each = status.getCause(); each != null; each = each.getCause()) {
      if (kind.isInstance(each)) {
        return kind.cast(each);
      }
    }
    return null;
  }
}
