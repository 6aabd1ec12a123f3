package org.bora.backend.serve;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.bora.api.peer.SubjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets only known frontends ask. That an authority signed a certificate is not enough: every host
 * of the grid has one, and a frontend's word about its caller is believed.
 */
final class KnownFrontends implements ServerInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(KnownFrontends.class);

  private final Set<X500Principal> subjects;

  KnownFrontends(Collection<String> subjects) {
    this.subjects = subjects.stream().map(SubjectName::parse).collect(Collectors.toSet());
  }

  @Override
  public <Q, P> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    X500Principal subject = subject(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
    if (subject != null && subjects.contains(subject)) {
      return next.startCall(call, headers);
    }
    LOG.warn("refused a peer that is not a known frontend: {}", subject);
    call.close(Status.PERMISSION_DENIED, new Metadata());
    return new ServerCall.Listener<>() {};
  }

  private static X500Principal subject(SSLSession session) {
    try {
      return session != null && session.getPeerCertificates()[0] instanceof X509Certificate peer
          ? peer.getSubjectX500Principal()
          : null;
    } catch (SSLPeerUnverifiedException withoutCertificate) {
      return null;
    }
  }
}
