package org.bora.it.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.PeerCredentials;

/**
 * Shows somebody's certificate to a port for a browser that has none: a browser's own store of
 * certificates is a database in the home directory and a question to whoever sits before it. What
 * goes through is not looked at.
 */
final class ShownCertificate implements AutoCloseable {
  private final ServerSocket listening;
  private final SSLContext tls;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private ShownCertificate(ServerSocket listening, SSLContext tls, int target) {
    this.listening = listening;
    this.tls = tls;
    this.target = target;
  }

  /** Of whose files these are, to a port of this machine. */
  static ShownCertificate of(PeerFiles files, int target)
      throws IOException, GeneralSecurityException {
    return of(PeerCredentials.ofFrontend(files).context(), target);
  }

  /** Whose TLS this is, to a port of this machine. */
  static ShownCertificate of(SSLContext tls, int target) throws IOException {
    ShownCertificate shown =
        new ShownCertificate(
            new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), tls, target);
    Thread.ofVirtual().start(shown::accept);
    return shown;
  }

  /** Where a browser goes. */
  String address() {
    return "http://localhost:" + listening.getLocalPort();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket browser = listening.accept();
        open.add(browser);
        Thread.ofVirtual().start(() -> through(browser));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void through(Socket browser) {
    try (browser;
        Socket port = tls.getSocketFactory().createSocket("localhost", target)) {
      open.add(port);
      Thread answers = Thread.ofVirtual().start(() -> pump(port, browser));
      pump(browser, port);
      answers.join();
    } catch (IOException broken) {
      // either side went away: the browser sees it
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pump(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
      to.shutdownOutput();
    } catch (IOException broken) {
      // either side went away
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket one : open) {
      one.close();
    }
  }
}
