package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.bora.api.word.LogText;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.BufferUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a load balancer's header of version 1 before Jetty does. Jetty takes any text for an
 * address and resolves it by the name service on the thread of the selector, while all other
 * connections wait. A header with names instead of addresses ends the connection; everything else
 * is passed to Jetty unchanged.
 */
final class BalancerLine extends AbstractConnection.NonBlocking implements Connection.UpgradeFrom {

  private static final Logger LOG = LoggerFactory.getLogger(BalancerLine.class);

  /** Of a header with its end of line (PROXY protocol, section 2.1). */
  private static final int LONGEST = 107;

  private static final byte FIRST = 'P';
  private static final byte LAST = '\n';

  /** What stands in a header before the addresses, with the words of both families. */
  private static final String WITH_ADDRESSES = "PROXY TCP";

  private static final int SOURCE = 2;
  private static final int TARGET = 3;

  private final Connector connector;
  private final ConnectionFactory next;
  private final ByteBuffer begun = BufferUtil.allocate(LONGEST);

  /**
   * @param next reads the header
   */
  BalancerLine(Connector connector, EndPoint endPoint, ConnectionFactory next) {
    super(endPoint, connector.getExecutor());
    this.connector = connector;
    this.next = next;
  }

  @Override
  public void onOpen() {
    super.onOpen();
    fillInterested();
  }

  @Override
  public void onFillable() {
    try {
      int filled = getEndPoint().fill(begun);
      if (filled < 0) {
        close();
      } else if (isWhole()) {
        goOn();
      } else if (BufferUtil.space(begun) == 0) {
        drop("the balancer's header has no end");
      } else {
        fillInterested();
      }
    } catch (IOException e) {
      LOG.debug("connection of {} lost", getEndPoint().getRemoteSocketAddress(), e);
      getEndPoint().close(e);
    }
  }

  /** Whether it is a header of version 1 up to its end, or none. */
  private boolean isWhole() {
    return begun.hasRemaining()
        && (begun.get(begun.position()) != FIRST || line().indexOf(LAST) >= 0);
  }

  private String line() {
    return BufferUtil.toString(begun, StandardCharsets.ISO_8859_1);
  }

  private void goOn() {
    String text = line();
    if (text.startsWith(WITH_ADDRESSES) && !hasAddresses(text)) {
      drop("the balancer names no address of a client");
      return;
    }
    getEndPoint().upgrade(next.newConnection(connector, getEndPoint()));
  }

  private static boolean hasAddresses(String text) {
    String[] fields = text.substring(0, text.indexOf(LAST)).split(" ", -1);
    return fields.length > TARGET
        && ArrivalConnectionFactory.isLiteral(fields[SOURCE])
        && ArrivalConnectionFactory.isLiteral(fields[TARGET]);
  }

  private void drop(String reason) {
    LOG.info(
        "connection of {} dropped: {}",
        LogText.of(String.valueOf(getEndPoint().getRemoteSocketAddress())),
        reason);
    close();
  }

  @Override
  public ByteBuffer onUpgradeFrom() {
    return begun;
  }
}
