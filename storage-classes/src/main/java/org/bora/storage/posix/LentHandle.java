package org.bora.storage.posix;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * A handle that outlives the call that opened it. The descriptor is closed once, no matter how
 * often {@link #close} is called, and only after the last call that uses it has returned, because
 * its number may be reused at once.
 */
final class LentHandle implements AutoCloseable {
  private final Handle handle;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Calls under way, and one for the opener until it closes. */
  private final AtomicInteger users = new AtomicInteger(1);

  LentHandle(Handle handle) {
    this.handle = handle;
  }

  /** The handle for one call. */
  final class Use implements AutoCloseable {
    private Use() {}

    Handle handle() {
      return handle;
    }

    @Override
    public void close() {
      leave();
    }
  }

  /**
   * Keeps the descriptor open until the use is closed.
   *
   * @throws StorageException IO: the handle was closed before
   */
  Use use() throws StorageException {
    int before;
    do {
      before = users.get();
      if (before == 0 || closed.get()) {
        throw new StorageException(Reason.IO, "'" + handle.where() + "' was closed");
      }
    } while (!users.compareAndSet(before, before + 1));
    return new Use();
  }

  private void leave() {
    if (users.decrementAndGet() == 0) {
      handle.close();
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      leave();
    }
  }
}
