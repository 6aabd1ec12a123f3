package org.bora.gridftp.control;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * Reads a server's data until a deadline and up to a number of bytes. A socket's own time-out
 * limits a single silence; this class also stops a server that sends a byte now and then, or
 * endless lines. jGlobus reads whole lines into memory, so the limit applies to that memory too.
 */
final class DeadlineInput extends InputStream {

  private final Socket socket;
  private final InputStream in;
  private Deadline deadline;
  private long budget;

  DeadlineInput(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /**
   * Begins a new exchange.
   *
   * @param budget bytes the server may send in it
   */
  void allow(Deadline until, long budget) {
    this.deadline = until;
    this.budget = budget;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int n = read(one, 0, 1);
    return n < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (budget <= 0) {
      throw new IOException("the server sends more than an answer can be");
    }
    socket.setSoTimeout(deadline.millisLeft());
    try {
      int n = in.read(buffer, offset, (int) Math.min(length, budget));
      budget -= Math.max(n, 0);
      return n;
    } catch (SocketTimeoutException e) {
      throw deadline.passed();
    }
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
