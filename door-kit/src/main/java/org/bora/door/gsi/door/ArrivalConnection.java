package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.bora.api.word.LogText;
import org.bora.port.AddressBlock;
import org.bora.port.Visitor;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.BufferUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection before its handshake: silent at first, then in the {@link HandshakeLine}. The TLS
 * engine is only created when its turn has come.
 */
final class ArrivalConnection extends AbstractConnection.NonBlocking
    implements Connection.UpgradeFrom, Connection.UpgradeTo, HandshakeLine.Client {

  private static final Logger LOG = LoggerFactory.getLogger(ArrivalConnection.class);

  /** More than any ClientHello has. */
  private static final int HELLO_BYTES = 4096;

  private final ArrivalConnectionFactory entrance;
  private final Connector connector;
  private final LingeringEndPoint socket;
  private final HandshakeLine line;
  private final Visitor visitor;
  private ByteBuffer unread = BufferUtil.EMPTY_BUFFER;
  private boolean begun;

  /**
   * @param endPoint the socket, or the client's address from a balancer
   * @param socket the socket
   */
  ArrivalConnection(
      ArrivalConnectionFactory entrance,
      Connector connector,
      EndPoint endPoint,
      LingeringEndPoint socket) {
    super(endPoint, connector.getExecutor());
    this.entrance = entrance;
    this.connector = connector;
    this.socket = socket;
    this.line = socket.selector().line();
    this.visitor = new Visitor(entrance.countedAs(endPoint), this::end);
  }

  /** The balancer's first bytes, when its client's came with them. */
  @Override
  public void onUpgradeTo(ByteBuffer buffer) {
    unread = buffer;
  }

  @Override
  public void onOpen() {
    super.onOpen();
    if (!ArrivalConnectionFactory.isFromAClient(getEndPoint())) {
      end("the balancer names no address of a client");
      return;
    }
    entrance.connections().opened(visitor);
    if (!getEndPoint().isOpen()) {
      return; // it was one too many
    }
    if (unread.hasRemaining()) {
      // Not on the selector's thread, which alone serves its line.
      socket.selector().submit(selector -> line.join(this));
    } else {
      fillInterested();
    }
  }

  @Override
  public void onFillable() {
    line.join(this);
  }

  @Override
  public Optional<AddressBlock> address() {
    return visitor.address();
  }

  @Override
  public void begin(boolean waited) {
    if (!getEndPoint().isOpen()) {
      return; // dropped a moment ago; told of it by now, or next
    }
    try {
      if (waited && hasLeft()) {
        close();
        return;
      }
      Connection tls = entrance.tls().newConnection(connector, getEndPoint(), socket, visitor);
      begun = true;
      getEndPoint().upgrade(tls);
    } catch (IOException e) {
      LOG.debug("connection of {} lost in line", getEndPoint().getRemoteSocketAddress(), e);
      getEndPoint().close(e);
    } catch (RuntimeException | Error e) {
      LOG.error("connection of {}", getEndPoint().getRemoteSocketAddress(), e);
      getEndPoint().close(e);
    }
  }

  /** The end of a connection is only seen by reading up to it. */
  private boolean hasLeft() throws IOException {
    if (!unread.hasRemaining()) {
      unread = BufferUtil.allocate(HELLO_BYTES);
      if (getEndPoint().fill(unread) < 0) {
        return true;
      }
    }
    socket.readOn();
    return BufferUtil.space(unread) > 0 && getEndPoint().fill(unread) < 0;
  }

  /** Passes bytes that were already read to TLS. */
  @Override
  public ByteBuffer onUpgradeFrom() {
    return unread;
  }

  @Override
  public void giveUp(String reason) {
    end(reason);
  }

  /** In any state: TLS sends its closing message. */
  private void end(String reason) {
    LOG.info(
        "connection of {} dropped: {}",
        LogText.of(String.valueOf(getEndPoint().getRemoteSocketAddress())),
        reason);
    getEndPoint().getConnection().close();
  }

  @Override
  public void onClose(Throwable cause) {
    line.leave(this);
    if (!begun) {
      entrance.connections().closed(visitor);
    }
    super.onClose(cause);
  }
}
