package org.bora.it.halves;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bora.api.peer.PeerFiles;
import org.bora.it.load.HeldConnections;

/** Bytes that go there and back on one connection with TLS, and nothing besides. */
final class BareTls implements AutoCloseable {
  /** A small question, or its answer, with the frames it comes in. */
  private static final int BYTES = 400;

  private final Socket client;

  BareTls(PeerFiles files) throws Exception {
    SSLContext tls = HeldConnections.tls(own(files));
    try (var door =
        tls.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(door));
      client = tls.getSocketFactory().createSocket(door.getInetAddress(), door.getLocalPort());
      client.setTcpNoDelay(true);
      thereAndBack();
    }
  }

  private static KeyManager[] own(PeerFiles files) throws GeneralSecurityException, IOException {
    String key = Files.readString(files.key()).replaceAll("-----[A-Z ]+-----", "");
    var encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(key));
    var keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    try (var certificate = Files.newInputStream(files.certificate())) {
      keys.setKeyEntry(
          "own",
          KeyFactory.getInstance("EC").generatePrivate(encoded),
          new char[0],
          new Certificate[] {
            CertificateFactory.getInstance("X.509").generateCertificate(certificate)
          });
    }
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, new char[0]);
    return managers.getKeyManagers();
  }

  /** Until the other side has gone. */
  private static void serve(ServerSocket door) {
    try (Socket accepted = door.accept()) {
      boolean goesOn = echo(accepted);
      while (goesOn) {
        goesOn = echo(accepted);
      }
    } catch (IOException gone) {
      // as above
    }
  }

  private static boolean echo(Socket accepted) throws IOException {
    byte[] bytes = accepted.getInputStream().readNBytes(BYTES);
    accepted.getOutputStream().write(bytes);
    return bytes.length == BYTES;
  }

  /** Returns what came back. */
  byte[] thereAndBack() throws IOException {
    client.getOutputStream().write(new byte[BYTES]);
    return client.getInputStream().readNBytes(BYTES);
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
