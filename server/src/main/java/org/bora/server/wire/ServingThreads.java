package org.bora.server.wire;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Starts each call of a backend at once: on a platform thread, or on a virtual one if there are
 * already enough platform threads.
 *
 * <p>Calls of the filesystem hold the carrier of a virtual thread for as long as they last, and a
 * machine has as many carriers as processors: two fsyncs of large files, or two looks at a
 * filesystem that hangs, would stop every call of the process. An exchange with the database wakes
 * a virtual thread by three others, a platform thread by none (docs/adr/0028).
 */
final class ServingThreads implements Executor, AutoCloseable {
  /**
   * Above this a thread's own memory, some 100 KB when it has worked, is better spent otherwise.
   */
  private static final int MOST = 512;

  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ThreadPoolExecutor platform;
  private final ThreadFactory virtual = Thread.ofVirtual().name("serve-more-", 0).factory();

  ServingThreads() {
    this(MOST);
  }

  ServingThreads(int most) {
    platform =
        new ThreadPoolExecutor(
            0,
            most,
            IDLE.toNanos(),
            TimeUnit.NANOSECONDS,
            // hands over to the thread that has been idle for the shortest time: its stack is in
            // the cache
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("serve-", 0).factory(),
            this::more);
  }

  @Override
  public void execute(Runnable call) {
    platform.execute(call);
  }

  private void more(Runnable call, ThreadPoolExecutor full) {
    if (full.isShutdown()) {
      throw new RejectedExecutionException("no calls are served any more");
    }
    virtual.newThread(call).start();
  }

  /** Interrupts what runs on platform threads; to be closed after what gives it work. */
  @Override
  public void close() {
    platform.shutdownNow();
  }
}
