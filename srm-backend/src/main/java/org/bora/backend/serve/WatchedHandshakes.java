package org.bora.backend.serve;

import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.GrpcHttp2ConnectionHandler;
import io.grpc.netty.shaded.io.grpc.netty.InternalNettyServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.InternalProtocolNegotiator;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.AsciiString;
import java.net.SocketAddress;
import java.util.function.BiConsumer;

/**
 * Reports the failed handshakes of a server. gRPC has no public interface for them, so this class
 * wraps the negotiator, as gRPC's own xDS does.
 */
final class WatchedHandshakes {
  private WatchedHandshakes() {}

  /**
   * The same credentials.
   *
   * @param failed is told who came and what went wrong; must not block
   */
  static ServerCredentials of(
      ServerCredentials credentials, BiConsumer<SocketAddress, Throwable> failed) {
    InternalProtocolNegotiator.ServerFactory tls =
        InternalNettyServerCredentials.toNegotiator(credentials);
    InternalProtocolNegotiator.ServerFactory watched =
        pool -> new Negotiator(tls.newNegotiator(pool), failed);
    return InternalNettyServerCredentials.create(watched);
  }

  private record Negotiator(
      InternalProtocolNegotiator.ProtocolNegotiator tls,
      BiConsumer<SocketAddress, Throwable> failed)
      implements InternalProtocolNegotiator.ProtocolNegotiator {

    @Override
    public AsciiString scheme() {
      return tls.scheme();
    }

    @Override
    public ChannelHandler newHandler(GrpcHttp2ConnectionHandler next) {
      return new Witness(tls.newHandler(next), failed);
    }

    @Override
    public void close() {
      tls.close();
    }
  }

  /** Stands behind the handlers of the handshake, which pass on what they could not do. */
  private static final class Witness extends ChannelInboundHandlerAdapter {
    private final ChannelHandler handshake;
    private final BiConsumer<SocketAddress, Throwable> failed;
    private SocketAddress from;

    Witness(ChannelHandler handshake, BiConsumer<SocketAddress, Throwable> failed) {
      this.handshake = handshake;
      this.failed = failed;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      from = context.channel().remoteAddress();
      context.pipeline().addBefore(context.name(), null, handshake);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable why) {
      failed.accept(from, why);
      context.fireExceptionCaught(why);
    }
  }
}
