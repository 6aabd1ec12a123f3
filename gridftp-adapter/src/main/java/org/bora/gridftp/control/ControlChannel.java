package org.bora.gridftp.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.globus.ftp.exception.ServerException;
import org.globus.ftp.extended.GridFTPControlChannel;
import org.globus.ftp.extended.GridFTPInputStream;

/**
 * jGlobus' control channel over a socket that we open, limit and close. jGlobus itself takes
 * time-outs from process-wide settings, queries reverse DNS when it opens a socket, and waits for a
 * reader when it closes one.
 */
final class ControlChannel extends GridFTPControlChannel {

  /** Replies are lines; a login's tokens are certificate chains: tens of kilobytes. */
  private static final long ANSWER_BYTES = 1 << 20;

  private final HostAddresses names;
  private final Deadline opening;
  private DeadlineInput input;

  /**
   * A channel still closed.
   *
   * @param opening by when {@link #open} must be through; also holds until the next {@link #allow}
   */
  ControlChannel(HostAddresses names, String host, int port, Deadline opening) {
    super(host, port);
    this.names = names;
    this.opening = opening;
  }

  /** Connects and reads the greeting (220, RFC 959 section 5.4). */
  @Override
  public void open() throws IOException, ServerException {
    socket = connect();
    try {
      socket.setTcpNoDelay(true);
      input = new DeadlineInput(socket);
      input.allow(opening, ANSWER_BYTES);
      setInputStream(input);
      setOutputStream(socket.getOutputStream());
      readInitialReplies();
      hasBeenOpened = true;
    } catch (IOException | ServerException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Whether both sides are authenticated: the server has replied 235, and later replies are
   * protected.
   */
  boolean authenticated() {
    return rawFtpIn instanceof GridFTPInputStream;
  }

  /** Gives what follows a new deadline. */
  void allow(Duration time) {
    input.allow(Deadline.in(time), ANSWER_BYTES);
  }

  /** Closes the socket, also under a thread that reads from it; never blocks. */
  @Override
  public void close() throws IOException {
    hasBeenOpened = false;
    if (socket != null) {
      socket.close();
    }
  }

  /** Each address of the name in turn, with an even share of the time left. */
  private Socket connect() throws IOException {
    InetAddress[] addresses = names.of(host, port, Duration.ofMillis(opening.millisLeft()));
    IOException last = null;
    for (int i = 0; i < addresses.length; i++) {
      int share = Math.max(1, opening.millisLeft() / (addresses.length - i));
      try {
        return connect(new InetSocketAddress(addresses[i], port), share);
      } catch (IOException e) {
        last = e;
      }
    }
    if (last instanceof SocketTimeoutException) {
      throw opening.passed();
    }
    throw last;
  }

  private static Socket connect(InetSocketAddress address, int millis) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(address, millis);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
