package org.bora.admin;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.wire.PeerCredentials;
import org.bora.api.word.LogText;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Administrators by the certificate of their connection.
 *
 * @param known whom to answer
 * @param trust judges the certificate of each request: connections are kept, and TLS sessions
 *     resumed, without another look at it
 * @param clock says which certificates have expired
 */
record CertificateCallers(KnownAdministrators known, PeerCredentials trust, InstantSource clock)
    implements AdminHandler.Callers {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateCallers.class);

  /** Without it a foreign web page could make the browser of an admin send a form here. */
  static final String OURS = "X-Bora";

  CertificateCallers {
    Objects.requireNonNull(known, "known");
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(clock, "clock");
  }

  @Override
  public Administrator of(Request request) throws AdminRefusal {
    Administrator who = who(request);
    if (!request.getMethod().equals("GET") && !request.getHeaders().contains(OURS)) {
      throw new AdminRefusal(
          403,
          "nothing was changed",
          "the request has no header " + OURS + ", which no foreign page can add",
          "send " + OURS + ": 1");
    }
    return who;
  }

  private Administrator who(Request request) throws AdminRefusal {
    EndPoint.SslSessionData session =
        request.getConnectionMetaData().getConnection().getEndPoint().getSslSessionData();
    X509Certificate[] shown = session == null ? null : session.peerCertificates();
    Optional<Administrator> who =
        shown == null || shown.length == 0 ? Optional.empty() : known.of(shown[0]);
    if (who.isEmpty()) {
      LOG.warn(
          "{} is not among readers and admins: {}",
          Request.getRemoteAddr(request),
          shown == null || shown.length == 0
              ? "no certificate"
              : LogText.of(shown[0].getSubjectX500Principal().getName()));
      throw new AdminRefusal(
          403,
          "you are not answered",
          "the subject of your certificate is not one of those named here",
          "have it put into admin.readers or admin.admins of the configuration");
    }
    try {
      trust.kept(shown).check(clock.instant());
    } catch (CertificateException over) {
      LOG.warn(
          "{} is not answered any more: {}",
          Request.getRemoteAddr(request),
          LogText.of(over.getMessage()));
      throw new AdminRefusal(
          403,
          "you are not answered",
          "your certificate is not valid any more",
          "connect again with one that is");
    }
    known.answered(shown[0]);
    return who.get();
  }
}
