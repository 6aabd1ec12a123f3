package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.LogText;
import org.bora.door.gsi.Delegation;
import org.bora.door.gsi.Identity;
import org.bora.port.AddressBlock;
import org.bora.port.Visitor;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection.SslEndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The step of a connection between TLS and HTTP. A GSI client sends {@code 0}, or {@code D} and a
 * delegation; a plain HTTPS client begins with its request; anything else is dropped.
 *
 * <p>One thread at a time uses it: Jetty's fill interest and the write of the certification request
 * follow each other. Handshake and first byte run on the selector's thread, because switching
 * threads would cost more than the step itself; a delegation does not, because its key takes long
 * to make.
 */
final class GsiByteConnection extends AbstractConnection.NonBlocking
    implements Connection.UpgradeFrom, AnswerLine.Handshake {

  private static final Logger LOG = LoggerFactory.getLogger(GsiByteConnection.class);

  private static final byte NO_DELEGATION = '0';
  private static final byte DELEGATION = 'D';

  /** First letters of CONNECT, GET, HEAD, OPTIONS, POST, PUT, PATCH, TRACE. DELETE is lost to D. */
  private static final String HTTP_LETTERS = "CGHOPT";

  /** A proxy certificate has 900 bytes, one with many VOMS attributes ten times that. */
  private static final int MOST_CERTIFICATE_BYTES = 64 * 1024;

  /**
   * As a multiple of the delegation's own duration: only a few threads make keys, and many clients
   * may need one at once.
   */
  private static final int LINE_FOR_A_KEY = 4;

  /** Largest number of DER objects after the relevant one. */
  private static final int MOST_EXTRA_OBJECTS = 16;

  /** What the next bytes are. */
  private enum Expecting {
    FIRST_BYTE,
    PROXY_CERTIFICATE,
    HTTP_OR_MORE_CERTIFICATES
  }

  /** What to do after the available bytes have been examined. */
  private enum Next {
    READ_ON,
    BE_CALLED_BACK,
    DONE
  }

  private final GsiByteConnectionFactory door;
  private final Connector connector;
  private final Visitor visitor;
  private final AnswerLine answers;
  private Expecting expecting = Expecting.FIRST_BYTE;

  /** One byte, so that the rest stays where HTTP will look for it. */
  private ByteBuffer buffer = BufferUtil.allocate(1);

  private Peer peer;

  /** The generation of trust by which the peer was judged. */
  private long trust;

  private DelegationExchange exchange;
  private Optional<DelegatedCredential> delegated = Optional.empty();
  private int extraObjects;

  /** Written before the connection joins the line for keys, read when it closes. */
  private volatile boolean waitsForKey;

  private final Runnable makesKey = this::delegate;

  /**
   * @param answers where its handshake waits to go on
   */
  GsiByteConnection(
      GsiByteConnectionFactory door,
      Connector connector,
      EndPoint endPoint,
      Visitor visitor,
      AnswerLine answers) {
    super(endPoint, connector.getExecutor());
    this.door = door;
    this.connector = connector;
    this.visitor = visitor;
    this.answers = answers;
  }

  /** The first bytes are there: that is why its turn has come. */
  @Override
  public void onOpen() {
    super.onOpen();
    read();
  }

  @Override
  public void onFillable() {
    if (expecting == Expecting.FIRST_BYTE && isShakingHands()) {
      answers.join(this);
    } else {
      read();
    }
  }

  private boolean isShakingHands() {
    return engine().getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
  }

  private SSLEngine engine() {
    return ((SslEndPoint) getEndPoint()).getSslConnection().getSSLEngine();
  }

  @Override
  public Optional<AddressBlock> address() {
    return visitor.address();
  }

  @Override
  public void goOn() {
    if (getEndPoint().isOpen()) {
      read();
    }
  }

  @Override
  public void onClose(Throwable cause) {
    answers.leave(this);
    if (waitsForKey) {
      door.keys().leave(caller(), makesKey);
    }
    super.onClose(cause);
  }

  private void read() {
    try {
      Next next = Next.READ_ON;
      while (next == Next.READ_ON) {
        int filled = getEndPoint().fill(buffer);
        if (filled < 0) {
          close();
          return;
        }
        if (filled == 0) {
          awaitBytes();
          return;
        }
        next = take();
      }
    } catch (SSLException e) {
      drop("handshake failed: " + cause(e));
    } catch (IOException e) {
      drop(e.getMessage());
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private void fail(Throwable cause) {
    LOG.error("connection of {}", getEndPoint().getRemoteSocketAddress(), cause);
    getEndPoint().close(cause);
  }

  private void awaitBytes() {
    if (expecting == Expecting.FIRST_BYTE) {
      fillInterested();
    } else {
      fillInterested(Callback.from(this::onFillable, this::onFillInterestedFailed));
    }
  }

  private Next take() throws IOException {
    return switch (expecting) {
      case FIRST_BYTE -> takeFirstByte();
      case PROXY_CERTIFICATE -> takeCertificate();
      case HTTP_OR_MORE_CERTIFICATES -> takeWhatFollows();
    };
  }

  private Next takeFirstByte() throws IOException {
    trust = door.verifier().generation();
    peer = Peer.of(engine(), door.verifier(), getEndPoint().getRemoteSocketAddress());
    byte first = buffer.get(buffer.position());
    Optional<String> caller = peer.identity().map(Identity::dn);
    if (caller.isPresent() && !door.connections().identified(visitor, caller.get())) {
      door.refusals().tooManyOf(Peer.host(getEndPoint().getRemoteSocketAddress()), caller.get());
      return Next.DONE;
    }
    if (!getEndPoint().isOpen()) {
      return Next.DONE; // another one's place was needed, or its time was over
    }
    if (!door.service().knowsGsi()) {
      return beginHttp();
    }
    if (first == NO_DELEGATION) {
      BufferUtil.clear(buffer);
      return beginHttp();
    }
    if (first == DELEGATION) {
      if (peer.identity().filter(door.service().serves()).isEmpty()) {
        throw new IOException("no key for the delegation of a caller who is not served");
      }
      // In line for a key it waits for us: neither its handshake's time nor its delegation's runs.
      door.connections().delegates(visitor, door.delegationTimeout().multipliedBy(LINE_FOR_A_KEY));
      waitsForKey = true;
      door.keys().join(caller(), makesKey);
      return Next.BE_CALLED_BACK;
    }
    if (HTTP_LETTERS.indexOf(first) >= 0) {
      return beginHttp();
    }
    throw new IOException("neither GSI nor HTTP: first byte is " + Byte.toUnsignedInt(first));
  }

  private String caller() {
    return peer.identity().map(Identity::dn).orElse("");
  }

  private void delegate() {
    if (!getEndPoint().isOpen()) {
      return; // its deadline passed while it waited for its turn
    }
    try {
      beginDelegation();
    } catch (IOException e) {
      drop(e.getMessage());
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private void beginDelegation() throws IOException {
    if (peer.chain().isEmpty()) {
      throw new IOException("delegation without a certificate");
    }
    exchange = new DelegationExchange(peer.chain(), peer.identity().orElseThrow());
    ByteBuffer request = ByteBuffer.wrap(exchange.request());
    buffer = BufferUtil.allocate(MOST_CERTIFICATE_BYTES);
    expecting = Expecting.PROXY_CERTIFICATE;
    // Only now: the time is the client's, not the one we took to make a key.
    door.connections().delegates(visitor, door.delegationTimeout());
    getEndPoint().write(Callback.from(this::awaitBytes, this::writeFailed), request);
  }

  private void writeFailed(Throwable cause) {
    drop("certification request not sent: " + cause.getMessage());
  }

  private Next takeCertificate() throws IOException {
    int length = DerObject.length(buffer, MOST_CERTIFICATE_BYTES);
    if (length < 0 || length > buffer.remaining()) {
      return Next.READ_ON;
    }
    byte[] der = new byte[length];
    buffer.get(der);
    delegated = exchange.complete(der, door.verifier());
    expecting = Expecting.HTTP_OR_MORE_CERTIFICATES;
    return takeWhatFollows();
  }

  /** Some initiators send the rest of their chain after the proxy; we have it from TLS. */
  private Next takeWhatFollows() throws IOException {
    while (buffer.hasRemaining()) {
      if (buffer.get(buffer.position()) != DerObject.SEQUENCE) {
        return beginHttp();
      }
      int length = DerObject.length(buffer, MOST_CERTIFICATE_BYTES);
      if (length < 0 || length > buffer.remaining()) {
        break;
      }
      extraObjects++;
      if (extraObjects > MOST_EXTRA_OBJECTS) {
        throw new IOException("more than " + MOST_EXTRA_OBJECTS + " certificates delegated");
      }
      buffer.position(buffer.position() + length);
    }
    BufferUtil.compact(buffer);
    return Next.READ_ON;
  }

  private Next beginHttp() {
    door.connections().idle(visitor);
    Connection http = door.http().newConnection(connector, getEndPoint(), visitor);
    ConnectionMetaData attributes = (ConnectionMetaData) http;
    attributes.setAttribute(
        StandingPeer.ATTRIBUTE,
        new StandingPeer(
            peer, trust, door.verifier(), door.clock(), getEndPoint().getRemoteSocketAddress()));
    delegated.ifPresent(credential -> keepUntilClosed(credential, http, attributes));
    getEndPoint().upgrade(http);
    return Next.DONE;
  }

  /** Taken away at the end, because Jetty's selector may hold a closed connection for long. */
  private static void keepUntilClosed(
      DelegatedCredential credential, Connection http, ConnectionMetaData attributes) {
    attributes.setAttribute(Delegation.ATTRIBUTE, credential);
    http.addEventListener(
        new Connection.Listener() {
          @Override
          public void onClosed(Connection closed) {
            attributes.removeAttribute(Delegation.ATTRIBUTE);
          }
        });
  }

  /** The bytes that belong to HTTP already. */
  @Override
  public ByteBuffer onUpgradeFrom() {
    return buffer;
  }

  @Override
  public void onFillInterestedFailed(Throwable cause) {
    if (cause instanceof SSLException) {
      drop("handshake failed: " + cause(cause));
    } else {
      super.onFillInterestedFailed(cause);
    }
  }

  private void drop(String reason) {
    LOG.info(
        "connection of {} dropped: {}",
        getEndPoint().getRemoteSocketAddress(),
        LogText.of(String.valueOf(reason)));
    door.refusals()
        .refused(Peer.host(getEndPoint().getRemoteSocketAddress()), String.valueOf(reason));
    getEndPoint().close();
  }

  /** The engines wrap our trust manager's exception in their own. */
  private static String cause(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest.getMessage();
  }
}
