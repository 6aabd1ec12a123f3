package org.bora.it.doors;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Stands between a process and one backend, and passes all bytes on. From a moment that a test
 * chooses it drops what the backend answers: the backend has done what it was asked to do, and the
 * process does not hear of it.
 */
final class LostAnswers implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * Which answers are dropped.
   *
   * @param from true from the first one on
   * @param begun when one was dropped
   */
  private record Loss(BooleanSupplier from, CountDownLatch begun) {
    boolean isBegun() {
      if (begun.getCount() > 0 && from.getAsBoolean()) {
        begun.countDown();
      }
      return begun.getCount() == 0;
    }
  }

  private final ServerSocket port;
  private final int backend;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile Loss loss = none();

  /**
   * Begins to pass bytes on.
   *
   * @param backend its port on this machine
   */
  LostAnswers(int backend) throws IOException {
    this.backend = backend;
    this.port = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  private static Loss none() {
    return new Loss(() -> false, new CountDownLatch(1));
  }

  /** Which the process takes for the backend's. */
  int port() {
    return port.getLocalPort();
  }

  /** Drops answers from the first one at which this is true; asked on each. */
  void from(BooleanSupplier condition) {
    loss = new Loss(condition, new CountDownLatch(1));
  }

  /** Waits for the first that is dropped; false where none comes in that time. */
  boolean await(Duration most) throws InterruptedException {
    return loss.begun().await(most.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** For new connections; one that has lost an answer stays as it is. */
  void passAll() {
    loss = none();
  }

  private void accept() {
    while (!port.isClosed()) {
      try {
        Socket process = port.accept();
        Socket to = new Socket(InetAddress.getLoopbackAddress(), backend);
        threads.execute(() -> pass(process, to, false));
        threads.execute(() -> pass(to, process, true));
      } catch (IOException e) {
        // the next connection tells, unless this is closed
      }
    }
  }

  private void pass(Socket from, Socket to, boolean answers) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[BUFFER_BYTES];
      boolean dropped = false;
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        dropped = dropped || (answers && loss.isBegun());
        if (!dropped) {
          out.write(bytes, 0, count);
        }
      }
    } catch (IOException e) {
      // both sides see their connections end
    }
  }

  @Override
  public void close() throws IOException {
    port.close();
    threads.shutdownNow();
  }
}
