package org.bora.admin;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client that keeps its one connection, of TLS 1.2: its sessions have names. */
final class KeptClient implements AutoCloseable {
  private final SSLSocket socket;

  KeptClient(SSLContext identity, int port) throws IOException {
    socket = (SSLSocket) identity.getSocketFactory().createSocket("localhost", port);
    socket.setEnabledProtocols(new String[] {"TLSv1.2"});
    socket.setSoTimeout(20_000);
    socket.startHandshake();
  }

  /** When its TLS session was made: that of a resumed one is older than its connection. */
  long sessionMadeAt() {
    return socket.getSession().getCreationTime();
  }

  /** The status of an answer to a request for {@code path}. */
  int get(String path) throws IOException {
    socket
        .getOutputStream()
        .write(
            ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) octet(in));
    }
    String text = head.toString().toLowerCase(java.util.Locale.ROOT);
    int length = text.indexOf("content-length:");
    if (length >= 0) {
      String value = text.substring(length + 15, text.indexOf('\r', length)).strip();
      in.readNBytes(Integer.parseInt(value));
    }
    return Integer.parseInt(text.substring(9, 12));
  }

  private static int octet(InputStream in) throws IOException {
    int read = in.read();
    if (read < 0) {
      throw new EOFException("the connection has ended");
    }
    return read;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
