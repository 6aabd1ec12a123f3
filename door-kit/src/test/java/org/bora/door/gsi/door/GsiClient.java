package org.bora.door.gsi.door;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A TLS connection as a grid client opens it, before its first byte. */
final class GsiClient implements AutoCloseable {

  /** A user's key and the chain that is sent, leaf first. */
  record Credential(PrivateKey key, List<X509Certificate> chain) {

    static Credential read(Path file) throws IOException, GeneralSecurityException {
      var pem = new PEMCredential(file.toString(), (char[]) null);
      return new Credential(pem.getKey(), List.of(pem.getCertificateChain()));
    }
  }

  /** Status line, head and body of an HTTP reply. */
  record Reply(int status, String head, String body) {}

  private static final byte[] NOTHING = {};
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final SSLSocket socket;
  private X509Certificate server;

  private GsiClient(Credential credential, int port, byte[] before)
      throws IOException, GeneralSecurityException {
    this(credential, port, before, "TLSv1.2");
  }

  private GsiClient(Credential credential, int port, byte[] before, String version)
      throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    KeyManager[] keys = credential == null ? null : new KeyManager[] {new Shows(credential)};
    context.init(keys, new TrustManager[] {new Remembers()}, null);
    Socket below = new Socket(InetAddress.getLoopbackAddress(), port);
    below.getOutputStream().write(before);
    socket = (SSLSocket) context.getSocketFactory().createSocket(below, "localhost", port, true);
    // what GSI clients do; the byte and the request would wait 40 ms for each other otherwise
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    try {
      socket.setEnabledProtocols(new String[] {version});
      socket.startHandshake();
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Shakes hands showing a credential. */
  static GsiClient connect(int port, Credential credential)
      throws IOException, GeneralSecurityException {
    return new GsiClient(credential, port, NOTHING);
  }

  /** The same through a balancer that says whom it speaks for. */
  static GsiClient connect(int port, Credential credential, byte[] header)
      throws IOException, GeneralSecurityException {
    return new GsiClient(credential, port, header);
  }

  /** Speaks this version of TLS, and no other. */
  static GsiClient connect(int port, Credential credential, String version)
      throws IOException, GeneralSecurityException {
    return new GsiClient(credential, port, NOTHING, version);
  }

  /** Shakes hands without a certificate. */
  static GsiClient connectAnonymously(int port) throws IOException, GeneralSecurityException {
    return new GsiClient(null, port, NOTHING);
  }

  GsiClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  GsiClient send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
    return this;
  }

  /** Posts a body to a request target and reads the reply. */
  Reply post(String target, String body) throws IOException {
    send(
        "POST "
            + target
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
    return readReply();
  }

  Reply post() throws IOException {
    return post(GsiDoor.PATH, "ping");
  }

  Reply readReply() throws IOException {
    InputStream in = socket.getInputStream();
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int octet = in.read();
      if (octet < 0) {
        throw new IOException("closed after " + head);
      }
      head.write(octet);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    byte[] body = in.readNBytes(contentLength(text));
    return new Reply(
        Integer.parseInt(text.substring(9, 12)), text, new String(body, StandardCharsets.UTF_8));
  }

  private static int contentLength(String head) {
    return head.lines()
        .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
        .mapToInt(line -> Integer.parseInt(line.substring(15).trim()))
        .findFirst()
        .orElse(0);
  }

  int read() throws IOException {
    return socket.getInputStream().read();
  }

  /** Reads one DER object with a length of two octets, as a certification request is. */
  byte[] readDer() throws IOException {
    InputStream in = socket.getInputStream();
    byte[] start = in.readNBytes(4);
    int length = Byte.toUnsignedInt(start[2]) << 8 | Byte.toUnsignedInt(start[3]);
    byte[] der = Arrays.copyOf(start, 4 + length);
    System.arraycopy(in.readNBytes(length), 0, der, 4, length);
    return der;
  }

  X509Certificate server() {
    return server;
  }

  /**
   * Asks for a second handshake on the same connection; a server need not answer that. Of TLS 1.3:
   * for new keys, of both sides.
   */
  void renegotiate() throws IOException {
    socket.setSoTimeout(2_000);
    socket.startHandshake();
  }

  /** For raw access to the connection below TLS. */
  Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private final class Remembers extends X509ExtendedTrustManager {

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket peer) {
      server = chain[0];
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
      server = chain[0];
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      server = chain[0];
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket peer) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private static final class Shows extends X509ExtendedKeyManager {

    private final Credential credential;

    Shows(Credential credential) {
      this.credential = credential;
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket peer) {
      return "user";
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return credential.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return credential.key();
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
      return new String[] {"user"};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
      return null;
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket peer) {
      return null;
    }
  }
}
