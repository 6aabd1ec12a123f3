package org.bora.backend.serve;

import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.GrpcHttp2ConnectionHandler;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.InternalNettyServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.InternalProtocolNegotiator;
import io.grpc.netty.shaded.io.grpc.netty.InternalProtocolNegotiators;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSslSessionContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.util.AsciiString;
import java.net.SocketAddress;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.bora.api.wire.PeerCredentials;

/**
 * Reports the connections of a server and their failed handshakes. gRPC has no public interface for
 * them, so this class wraps the negotiator, as gRPC's own xDS does.
 */
final class WatchedHandshakes {
  /** With 1.3 BoringSSL gives out tickets for resumption whatever its settings are. */
  private static final String PROTOCOL = "TLSv1.2";

  private WatchedHandshakes() {}

  /**
   * The credentials of a server that requires certificates. Each connection makes a full handshake:
   * a resumed TLS session would still show the certificate of its first connection, even after a
   * revocation or renewal.
   *
   * @param opened gets each connection before its handshake, and may close it; must not block
   * @param failed gets the address and the error; must not block
   */
  static ServerCredentials of(
      PeerCredentials credentials,
      Consumer<Channel> opened,
      BiConsumer<SocketAddress, Throwable> failed)
      throws SSLException {
    return InternalNettyServerCredentials.create(
        new Negotiator(
            InternalProtocolNegotiators.serverTls(withoutSessions(credentials)), opened, failed));
  }

  private static SslContext withoutSessions(PeerCredentials credentials) throws SSLException {
    SslContext context =
        GrpcSslContexts.configure(SslContextBuilder.forServer(credentials.keyManager()))
            .trustManager(credentials.trustManager())
            .clientAuth(ClientAuth.REQUIRE)
            .protocols(PROTOCOL)
            .build();
    if (context.sessionContext() instanceof OpenSslSessionContext sessions) {
      sessions.setSessionCacheEnabled(false);
    } else {
      context.sessionContext().setSessionTimeout(1);
    }
    return context;
  }

  private record Negotiator(
      InternalProtocolNegotiator.ProtocolNegotiator tls,
      Consumer<Channel> opened,
      BiConsumer<SocketAddress, Throwable> failed)
      implements InternalProtocolNegotiator.ProtocolNegotiator {

    @Override
    public AsciiString scheme() {
      return tls.scheme();
    }

    @Override
    public ChannelHandler newHandler(GrpcHttp2ConnectionHandler next) {
      return new Witness(tls.newHandler(next), opened, failed);
    }

    @Override
    public void close() {
      tls.close();
    }
  }

  /** Comes after the handlers of the handshake, and receives their failures. */
  private static final class Witness extends ChannelInboundHandlerAdapter {
    private final ChannelHandler handshake;
    private final Consumer<Channel> opened;
    private final BiConsumer<SocketAddress, Throwable> failed;
    private SocketAddress from;

    Witness(
        ChannelHandler handshake,
        Consumer<Channel> opened,
        BiConsumer<SocketAddress, Throwable> failed) {
      this.handshake = handshake;
      this.opened = opened;
      this.failed = failed;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      from = context.channel().remoteAddress();
      context.pipeline().addBefore(context.name(), null, handshake);
      opened.accept(context.channel());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable why) {
      failed.accept(from, why);
      context.fireExceptionCaught(why);
    }
  }
}
