package org.bora.backend.serve;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.bora.api.peer.SubjectName;

/**
 * Lets only known frontends ask, and follows their connections. That an authority signed a
 * certificate is not enough: every host of the grid has one, and a frontend's word about its caller
 * is believed.
 */
final class KnownFrontends extends ServerTransportFilter implements ServerInterceptor {

  /** When a frontend came, by {@link System#nanoTime}; only known ones have it. */
  private static final Attributes.Key<Long> CAME = Attributes.Key.create("org.bora.came");

  private final Set<SubjectName> subjects;
  private final LinkConnections connections;
  private final LinkLog log;

  KnownFrontends(Collection<String> subjects, LinkConnections connections, LinkLog log) {
    this.subjects = subjects.stream().map(SubjectName::parse).collect(Collectors.toSet());
    this.connections = Objects.requireNonNull(connections, "connections");
    this.log = Objects.requireNonNull(log, "log");
  }

  @Override
  public <Q, P> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    X500Principal subject = subject(call.getAttributes());
    if (isKnown(subject)) {
      return next.startCall(call, headers);
    }
    log.stranger(from(call.getAttributes()), named(subject));
    call.close(
        Status.PERMISSION_DENIED.withDescription(
            "'" + named(subject) + "' is not in link.frontends of this backend"),
        new Metadata());
    return new ServerCall.Listener<>() {};
  }

  @Override
  public Attributes transportReady(Attributes connection) {
    X500Principal subject = subject(connection);
    if (!isKnown(subject)) {
      return connection;
    }
    connections.proven(from(connection), named(subject));
    log.arrived(from(connection), named(subject));
    return connection.toBuilder().set(CAME, System.nanoTime()).build();
  }

  @Override
  public void transportTerminated(Attributes connection) {
    Long came = connection == null ? null : connection.get(CAME);
    if (came != null) {
      log.left(from(connection), named(subject(connection)), System.nanoTime() - came);
    }
  }

  private boolean isKnown(X500Principal subject) {
    return subject != null && subjects.contains(SubjectName.of(subject));
  }

  private static SocketAddress from(Attributes connection) {
    return connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
  }

  private static String named(X500Principal subject) {
    return subject == null ? "" : subject.getName();
  }

  private static X500Principal subject(Attributes connection) {
    SSLSession session = connection.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    try {
      return session != null && session.getPeerCertificates()[0] instanceof X509Certificate peer
          ? peer.getSubjectX500Principal()
          : null;
    } catch (SSLPeerUnverifiedException withoutCertificate) {
      return null;
    }
  }
}
