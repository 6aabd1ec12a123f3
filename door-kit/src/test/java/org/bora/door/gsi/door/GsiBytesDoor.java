package org.bora.door.gsi.door;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;
import org.bora.door.gsi.Delegation;
import org.bora.door.gsi.Identity;
import org.bora.door.gsi.trust.ChainVerifier;
import org.bora.port.OpenConnections;
import org.bora.port.Visitor;
import org.bora.port.WatchedHttpFactory;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.TryExecutor;

/**
 * The door from its first byte behind TLS on, in this process and on the caller's thread: no
 * socket, no cipher, one user who has shaken hands.
 */
final class GsiBytesDoor implements AutoCloseable {

  /**
   * A request that got through.
   *
   * @param dn in whose name
   * @param delegated whether a credential came with it
   */
  record Heard(String dn, boolean delegated) {}

  /** More than is answered to what arrives together. */
  private static final int OUTPUT_BYTES = 128 << 10;

  private final Server server = new Server(new CallersThread());
  private final LocalConnector connector;
  private final GsiByteConnectionFactory gsi;
  private final X509Certificate[] user;
  private final OpenConnections connections;
  private final Queue<Runnable> later = new ArrayDeque<>();
  private List<Heard> requests = new ArrayList<>();

  GsiBytesDoor(ChainVerifier verifier, X509Certificate user) throws Exception {
    this.user = new X509Certificate[] {user};
    connections =
        new OpenConnections(
            ConnectionBounds.defaults().limits(), Duration.ofSeconds(30), System::nanoTime);
    var http =
        new WatchedHttpFactory(
            new HttpConfiguration(),
            connections,
            Duration.ofSeconds(30),
            _ -> {
              throw new IllegalStateException("HTTP begins after the byte of GSI alone");
            });
    connector = new LocalConnector(server, server.getThreadPool(), null, null, 1, http);
    server.addConnector(connector);
    server.setHandler(new Hears());
    server.start();
    gsi =
        new GsiByteConnectionFactory(
            Duration.ofSeconds(30),
            connections,
            verifier,
            new KeyLine(this::run, 1),
            http,
            new Service(new IdentityServlet(), _ -> true),
            (_, _) -> {},
            Clock.systemUTC());
  }

  /**
   * Instead of Jetty's pool, which is given the failures of requests: a second thread in a
   * connection would be one too many for an endpoint that runs its tasks at once. Jetty starts a
   * thread of its own for a failure that a pool does not take at once, and the two wait for each
   * other for ever.
   */
  private final class CallersThread implements ThreadPool, TryExecutor {
    @Override
    public void execute(Runnable task) {
      run(task);
    }

    @Override
    public boolean tryExecute(Runnable task) {
      run(task);
      return true;
    }

    @Override
    public void join() {}

    @Override
    public int getThreads() {
      return 1;
    }

    @Override
    public int getIdleThreads() {
      return 1;
    }

    @Override
    public boolean isLowOnThreads() {
      return false;
    }
  }

  /** Jetty's acceptor, who waits for nobody, gets a thread; the rest is the caller's, in turn. */
  private void run(Runnable task) {
    if (server.isStarted()) {
      later.add(task);
    } else {
      Thread.ofPlatform().daemon().start(task);
    }
  }

  /** As another thread would: not within what asked for it. */
  private void doLater() {
    while (!later.isEmpty()) {
      later.remove().run();
    }
  }

  Visit visit() {
    requests = new ArrayList<>();
    return new Visit();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception failed) {
      throw new IllegalStateException("the door does not close", failed);
    }
  }

  private final class Hears extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      ConnectionMetaData connection = request.getConnectionMetaData();
      var peer = (StandingPeer) connection.getAttribute(StandingPeer.ATTRIBUTE);
      // what a second byte before it makes of a method is answered, and nobody's request
      if (request.getMethod().equals("POST")) {
        requests.add(new Heard(dn(peer), connection.getAttribute(Delegation.ATTRIBUTE) != null));
      }
      response.write(true, BufferUtil.EMPTY_BUFFER, callback);
      return true;
    }
  }

  private static String dn(StandingPeer peer) {
    try {
      return peer.now().identity().map(Identity::dn).orElse("null");
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  /** One connection, from TLS to its end. */
  final class Visit implements AutoCloseable {

    private final Socket socket = new Socket();
    private final Visitor visitor = new Visitor(Optional.empty(), _ -> socket.close());
    private final Tls tls = new Tls(socket);
    private byte[] proxy = {};
    private byte[] answer = {};

    private Visit() {
      connections.opened(visitor);
      socket.setConnection(tls);
      var plain = tls.getSslEndPoint();
      Connection first =
          gsi.newConnection(connector, plain, visitor, new AnswerLine(Runnable::run));
      plain.setConnection(first);
      socket.onOpen();
      tls.onOpen();
    }

    /** Bytes that arrive together. */
    void send(byte[] piece) {
      if (socket.isOpen() && piece.length > 0) {
        socket.addInput(ByteBuffer.wrap(piece));
        doLater();
        byte[] more = BufferUtil.toArray(socket.takeOutput());
        answer = answer.length == 0 ? more : answer;
      }
    }

    /** The client ends the connection. */
    void end() {
      if (socket.isOpen()) {
        socket.addInputEOF();
        doLater();
      }
    }

    /** What came back first. */
    byte[] answer() {
      return answer;
    }

    void signed(byte[] made) {
      proxy = made;
    }

    byte[] proxy() {
      return proxy;
    }

    List<Heard> requests() {
      return requests;
    }

    /** What nobody had thought of. */
    Optional<Throwable> surprise() {
      return Optional.ofNullable(tls.surprise);
    }

    @Override
    public void close() {
      connections.closed(visitor);
      socket.close();
      doLater();
    }
  }

  private static final class Socket extends ByteArrayEndPoint {
    Socket() {
      super((byte[]) null, OUTPUT_BYTES);
    }

    @Override
    protected void execute(Runnable task) {
      task.run();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
      return new InetSocketAddress("192.0.2.1", 4000);
    }
  }

  /** What was thrown before HTTP began; Jetty ends connections by exceptions of its own. */
  private static boolean isOurs(Throwable cause) {
    return Stream.of(cause.getStackTrace())
        .map(StackTraceElement::getClassName)
        .takeWhile(name -> !name.startsWith("org.eclipse.jetty.server."))
        .anyMatch(name -> name.startsWith(GsiByteConnection.class.getName()));
  }

  private final class Tls extends SslConnection {
    private Throwable surprise;

    Tls(Socket socket) {
      super(
          connector.getByteBufferPool(),
          Runnable::run,
          null,
          socket,
          UncipheredEngine.of(user),
          true,
          true);
    }

    @Override
    protected SslEndPoint newSslEndPoint() {
      return new SslEndPoint() {
        @Override
        public SslSessionData getSslSessionData() {
          return SslSessionData.from(null, null, null, null);
        }

        @Override
        public void onClose(Throwable cause) {
          if (cause instanceof RuntimeException && isOurs(cause)) {
            surprise = cause;
          }
          super.onClose(cause);
        }
      };
    }
  }
}
