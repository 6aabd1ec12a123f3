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
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.bora.api.peer.SubjectName;
import org.bora.api.wire.KeptPeer;

/**
 * Admits only known frontends, and follows their connections. A valid certificate is not enough:
 * every host of the grid has one, and a backend trusts what a frontend says about its caller.
 */
final class KnownFrontends extends ServerTransportFilter implements ServerInterceptor {

  /** When a frontend came, by {@link System#nanoTime}; only those known then have it. */
  private static final Attributes.Key<Long> CAME = Attributes.Key.create("org.bora.came");

  /** The peer of such a connection. */
  private static final Attributes.Key<KeptPeer> PEER = Attributes.Key.create("org.bora.peer");

  private volatile Set<SubjectName> subjects;
  private final Function<X509Certificate[], KeptPeer> trust;
  private final InstantSource clock;
  private final LinkConnections connections;
  private final LinkLog log;

  /**
   * @param trust judges the certificate of each call: connections are kept for months, and TLS
   *     sessions resumed, without another look at it
   */
  KnownFrontends(
      Collection<String> subjects,
      Function<X509Certificate[], KeptPeer> trust,
      InstantSource clock,
      LinkConnections connections,
      LinkLog log) {
    this.trust = Objects.requireNonNull(trust, "trust");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.connections = Objects.requireNonNull(connections, "connections");
    this.log = Objects.requireNonNull(log, "log");
    become(subjects);
  }

  /** From now on these are known, and no others, also on open connections. */
  void become(Collection<String> known) {
    subjects = known.stream().map(SubjectName::parse).collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public <Q, P> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    Attributes connection = call.getAttributes();
    X500Principal subject = subject(connection);
    KeptPeer peer = connection.get(PEER);
    if (peer == null || !isKnown(subject)) {
      log.stranger(from(connection), named(subject));
      return refuse(
          call,
          Status.PERMISSION_DENIED,
          "'" + named(subject) + "' is not in link.frontends of this backend");
    }
    try {
      peer.check(clock.instant());
    } catch (CertificateException over) {
      log.failed(from(connection), over);
      // the call has not begun, and the next connection shows what is in force then
      return refuse(call, Status.UNAVAILABLE, over.getMessage());
    }
    return next.startCall(call, headers);
  }

  private <Q, P> ServerCall.Listener<Q> refuse(ServerCall<Q, P> call, Status as, String reason) {
    call.close(as.withDescription(reason), new Metadata());
    if (call.getAttributes().get(CAME) != null) {
      connections.disown(from(call.getAttributes()), reason);
    }
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
    return connection.toBuilder()
        .set(CAME, System.nanoTime())
        .set(PEER, trust.apply(chain(connection)))
        .build();
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
    X509Certificate[] chain = chain(connection);
    return chain.length == 0 ? null : chain[0].getSubjectX500Principal();
  }

  private static X509Certificate[] chain(Attributes connection) {
    SSLSession session = connection.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    try {
      return session == null
          ? new X509Certificate[0]
          : Stream.of(session.getPeerCertificates())
              .map(X509Certificate.class::cast)
              .toArray(X509Certificate[]::new);
    } catch (SSLPeerUnverifiedException withoutCertificate) {
      return new X509Certificate[0];
    }
  }
}
