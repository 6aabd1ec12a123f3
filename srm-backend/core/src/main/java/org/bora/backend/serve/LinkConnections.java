package org.bora.backend.serve;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bora.port.AddressBlock;
import org.bora.port.OpenConnections;
import org.bora.port.PortBounds;
import org.bora.port.Visitor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of the link, kept within their bounds as those of the other ports are: one that
 * is not a known frontend's makes room for newer ones, and ends when its time is over. That of a
 * known frontend stays. gRPC itself bounds neither their number nor their time. Thread safe.
 */
final class LinkConnections {
  private static final Logger LOG = LoggerFactory.getLogger(LinkConnections.class);

  private final int most;
  private final OpenConnections connections;

  /** By the address and port of the peer, which both gRPC and Netty know. */
  private final Map<SocketAddress, Held> visitors = new ConcurrentHashMap<>();

  private record Held(Visitor visitor, Channel channel) {}

  LinkConnections(PortBounds bounds) {
    this.most = bounds.connections();
    this.connections = new OpenConnections(bounds.limits(), bounds.requestTime(), System::nanoTime);
  }

  /** One has been accepted; it may be ended before this returns. */
  void opened(Channel channel) {
    SocketAddress from = channel.remoteAddress();
    if (from == null) {
      var _ = channel.close(); // the peer has left already
      return;
    }
    Visitor visitor = new Visitor(address(from), reason -> end(channel, from, reason));
    Held held = new Held(visitor, channel);
    visitors.put(from, held);
    var _ =
        channel
            .closeFuture()
            .addListener(
                _ -> {
                  visitors.remove(from, held);
                  connections.closed(visitor);
                });
    connections.opened(visitor);
    // Those that were told to end make room: they are as good as gone.
    if (connections.staying() > most) {
      end(channel, from, "all places are taken by frontends");
    }
  }

  private static Optional<AddressBlock> address(SocketAddress from) {
    return from instanceof InetSocketAddress inet && inet.getAddress() != null
        ? Optional.of(AddressBlock.of(inet.getAddress()))
        : Optional.empty();
  }

  /** Logged only at a detailed level, because any peer that connects can cause it. */
  private static void end(Channel channel, SocketAddress from, String reason) {
    LOG.debug("connection of {} dropped: {}", from, reason);
    var _ = channel.close();
  }

  /** It is that of a known frontend, and stays unless the frontend has too many. */
  void proven(SocketAddress from, String subject) {
    Held held = visitors.get(from);
    if (held != null) {
      connections.identified(held.visitor(), subject);
      connections.busy(held.visitor());
    }
  }

  /** The frontend is no longer known: the connection accepts no new calls and ends. */
  void disown(SocketAddress from, String reason) {
    Held held = visitors.get(from);
    if (held != null) {
      end(held.channel(), from, reason);
    }
  }

  /** Closes connections that have not authenticated in time; to be called about every second. */
  void endOverdue() {
    connections.endOverdue();
  }
}
