package org.bora.it.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Connections to one port of this machine that say a little and are kept until they are closed. */
public final class HeldConnections implements AutoCloseable {

  /** The first bytes of a TLS record with a ClientHello that does not go on. */
  static final byte[] HALF_HELLO = {0x16, 3, 1, 2, 0, 1};

  /** Those that open are few, as an attacker's threads are, and leave the processors to others. */
  private static final int OPENERS = 4;

  private static final int PATIENCE_MILLIS = 30_000;

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final int port;
  private final InetAddress from;
  private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refused = new AtomicInteger();

  /**
   * @param from address of this machine that they come from
   */
  HeldConnections(int port, InetAddress from) {
    this.port = port;
    this.from = from;
  }

  /** A client's side of TLS; the tests are about the server's checks, not the client's. */
  public static SSLContext tls(KeyManager... who) {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.2");
      context.init(who, new TrustManager[] {new AnyServer()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** Opens so many that say these bytes, without TLS. */
  void open(int many, byte[] bytes) throws Exception {
    each(
        many,
        () -> {
          Socket socket = new Socket(HERE, port, from, 0);
          sockets.add(socket);
          socket.getOutputStream().write(bytes);
        });
  }

  /** Opens so many that say this after their handshake. */
  void open(int many, SSLContext who, String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    each(
        many,
        () -> {
          var socket = (SSLSocket) who.getSocketFactory().createSocket(HERE, port, from, 0);
          sockets.add(socket);
          socket.setSoTimeout(PATIENCE_MILLIS);
          socket.startHandshake();
          socket.getOutputStream().write(bytes);
        });
  }

  private interface Opening {
    void run() throws IOException;
  }

  private void each(int many, Opening opening) throws Exception {
    AtomicInteger left = new AtomicInteger(many);
    try (ExecutorService openers = Executors.newFixedThreadPool(OPENERS)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < OPENERS; i++) {
        all.add(
            openers.submit(
                () -> {
                  while (left.getAndDecrement() > 0) {
                    open(opening);
                  }
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
  }

  /** Some are turned away before they have said all: that is what the port may do. */
  private void open(Opening opening) {
    try {
      opening.run();
    } catch (IOException turnedAway) {
      refused.incrementAndGet();
    }
  }

  /** How many did not get as far as to say what they had to say. */
  int refused() {
    return refused.get();
  }

  @Override
  public void close() {
    for (Socket socket : sockets) {
      try {
        // no good-bye: a read of its answer would only take time
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException closed) {
        // by the server, a moment ago
      }
    }
  }

  private static final class AnyServer implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
