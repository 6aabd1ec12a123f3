package org.bora.it.halves;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.request.AbortRequest;
import org.bora.api.wire.PeerCredentials;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.LinkBounds;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.Witnesses;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.port.PortBounds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that keep of a backend's port what they can get. */
class HeldLinkIT {

  private static final int MIB = 1 << 20;
  private static final int MAX_CONCURRENT_STREAMS = 3;
  private static final int MAX_HEADER_LIST_SIZE = 6;
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1");
  private static final StatusReply DONE = new StatusReply(ReturnStatus.success());
  private static final AbortRequest AT_ONCE = new AbortRequest("at once");
  private static final AbortRequest LATER = new AbortRequest("later");

  /** The first bytes of a TLS record with a ClientHello that does not go on. */
  private static final byte[] HALF_HELLO = {0x16, 3, 1, 2, 0, 1};

  /** What HTTP/2 begins with: the preface, and a frame of settings without any (RFC 9113 3.4). */
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path directory;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch answer = new CountDownLatch(1);
  private Authority authority;

  @BeforeEach
  void found() {
    authority = new Authority(directory, "authority");
  }

  @AfterEach
  void closeAll() throws Exception {
    answer.countDown();
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
    threads.shutdownNow();
    timer.shutdownNow();
  }

  private StatusReply abort(AbortRequest request) {
    if (request.equals(LATER)) {
      begun.countDown();
      try {
        answer.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return DONE;
  }

  private int server(PortBounds connections) throws IOException, GeneralSecurityException {
    Backend backend = Functions.of(Catalogue.ABORT_REQUEST, (call, abort) -> abort(abort));
    BackendServer server =
        BackendServer.overTls(
            new ServeSettings(
                "localhost",
                0,
                authority.host("backend"),
                List.of("/DC=test/CN=frontend"),
                new LinkBounds(MIB, Duration.ofMinutes(5), connections),
                Duration.ofMinutes(1)),
            () -> backend,
            Witnesses.none(Clock.systemUTC()),
            List::of,
            Clock.systemUTC(),
            threads,
            timer);
    open.add(server);
    return server.start().port();
  }

  /** A frontend of its own, on a connection of its own. */
  private RemoteBackend frontend(int port) throws Exception {
    BackendPool pool =
        BackendPool.overTls(
            new DispatchSettings(
                List.of(new BackendEndpoint("localhost", port)),
                authority.host("frontend"),
                MIB,
                Duration.ofMillis(100),
                Duration.ofSeconds(30)),
            timer);
    open.add(pool);
    return new RemoteBackend(pool, Clock.systemUTC());
  }

  private static Call call() {
    return new Call(ALICE, Instant.now().plusSeconds(60), "trace-1");
  }

  private Socket halfHello(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    open.add(socket);
    socket.getOutputStream().write(HALF_HELLO);
    return socket;
  }

  /** With a good certificate; {@link #PREFACE} is what it should say next. */
  private Socket peer(String name, int port) throws Exception {
    var context = PeerCredentials.ofFrontend(authority.host(name)).context();
    var socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
    open.add(socket);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  @Test
  void halfHellosMakeRoomForNewerConnectionsAndAFrontendIsServed() throws Exception {
    int port = server(new PortBounds(40, 20, 10, LONG));
    List<Socket> held = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      held.add(halfHello(port));
    }
    assertTrue(LinkSockets.ends(held.getFirst(), new byte[0]), "the oldest is kept");
    assertEquals(DONE, frontend(port).call(Catalogue.ABORT_REQUEST, call(), AT_ONCE));
  }

  @Test
  void whatIsNoFrontendsEndsInItsTimeAndAFrontendsStays() throws Exception {
    int port = server(new PortBounds(40, 20, 10, Duration.ofSeconds(1)));
    RemoteBackend frontend = frontend(port);
    Future<StatusReply> asked =
        threads.submit(() -> frontend.call(Catalogue.ABORT_REQUEST, call(), LATER));
    assertTrue(begun.await(60, TimeUnit.SECONDS), "the frontend is asking");
    assertTrue(LinkSockets.ends(halfHello(port), new byte[0]), "half a hello");
    assertTrue(
        LinkSockets.ends(peer("stranger", port), PREFACE), "a stranger that keeps a connection");
    answer.countDown();
    assertEquals(DONE, asked.get(60, TimeUnit.SECONDS));
  }

  @Test
  void aFrontendHasItsShareOfConnectionsAndNotMore() throws Exception {
    int port = server(new PortBounds(40, 20, 2, LONG));
    RemoteBackend first = frontend(port);
    RemoteBackend second = frontend(port);
    assertEquals(DONE, first.call(Catalogue.ABORT_REQUEST, call(), AT_ONCE));
    assertEquals(DONE, second.call(Catalogue.ABORT_REQUEST, call(), AT_ONCE));
    assertTrue(LinkSockets.ends(peer("frontend", port), PREFACE), "a third connection is kept");
    assertEquals(DONE, first.call(Catalogue.ABORT_REQUEST, call(), AT_ONCE));
    assertEquals(DONE, second.call(Catalogue.ABORT_REQUEST, call(), AT_ONCE));
  }

  @Test
  void aFrontendIsToldHowManyCallsAConnectionMayHaveAndHowMuchMetadata() throws Exception {
    int port = server(new PortBounds(40, 20, 10, LONG));
    Socket frontend = peer("frontend", port);
    frontend.getOutputStream().write(PREFACE);
    Map<Integer, Integer> told = settings(new DataInputStream(frontend.getInputStream()));
    assertEquals(4_096, told.get(MAX_CONCURRENT_STREAMS));
    assertEquals(8 << 10, told.get(MAX_HEADER_LIST_SIZE));
  }

  @Test
  void aConnectionThatResetsMoreCallsThanAFrontendHasEnds() throws Exception {
    int port = server(new PortBounds(40, 20, 10, LONG));
    assertTrue(LinkSockets.ends(peer("frontend", port), resets(41_500)));
    assertEquals(DONE, frontend(port).call(Catalogue.ABORT_REQUEST, call(), AT_ONCE));
  }

  @Test
  void aFrontendThatGivesUpAllItsCallsKeepsItsConnection() throws Exception {
    int port = server(new PortBounds(40, 20, 10, LONG));
    Socket frontend = peer("frontend", port);
    frontend.setSoTimeout(1_000);
    Future<?> sent =
        threads.submit(
            () -> {
              frontend.getOutputStream().write(resets(20_000));
              return frontend;
            });
    assertThrows(
        SocketTimeoutException.class, () -> frontend.getInputStream().readAllBytes(), "it is open");
    sent.get(60, TimeUnit.SECONDS);
  }

  /** Calls that are begun and given up at once (RFC 9113 6.2, 6.4; RFC 7541). */
  private static byte[] resets(int calls) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(PREFACE);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.write(new byte[] {(byte) 0x83, (byte) 0x87}); // POST, https
    literal(head, 0x04, "/bora.v2/none");
    literal(head, 0x01, "localhost");
    literal(head, 0x0f, 0x10, "application/grpc");
    for (int call = 0; call < calls; call++) {
      int stream = 2 * call + 1;
      frame(out, head.toByteArray(), 1, 4, stream);
      frame(out, new byte[] {0, 0, 0, 8}, 3, 0, stream); // CANCEL
    }
    return bytes.toByteArray();
  }

  private static void literal(ByteArrayOutputStream head, int name, String value) {
    head.write(name);
    head.write(value.length());
    head.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
  }

  /** Of a name whose number takes two bytes. */
  private static void literal(ByteArrayOutputStream head, int first, int second, String value) {
    head.write(first);
    literal(head, second, value);
  }

  private static void frame(DataOutputStream out, byte[] payload, int type, int flags, int stream)
      throws IOException {
    out.writeByte(0);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
  }

  /** The first frame of a server, which must be its settings (RFC 9113 3.4, 6.5). */
  private static Map<Integer, Integer> settings(DataInputStream in) throws IOException {
    int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
    assertEquals(4, in.readUnsignedByte(), "the type of the frame");
    in.skipNBytes(5); // flags, and the stream
    Map<Integer, Integer> told = new HashMap<>();
    for (int read = 0; read < length; read += 6) {
      told.put(in.readUnsignedShort(), in.readInt());
    }
    return told;
  }
}
