package org.bora.backend.space;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Asks filesystems for their free space without waiting for one that hangs: each is asked on a
 * separate thread, with at most one thread for each area.
 */
final class RoomLook {
  private final Duration patience;
  private final ConcurrentMap<String, FutureTask<SpaceFacts>> looks = new ConcurrentHashMap<>();

  RoomLook(Duration patience) {
    this.patience = Objects.requireNonNull(patience, "patience");
  }

  /** What the filesystem says; IO where it has said nothing within the patience. */
  SpaceFacts at(String area, Callable<SpaceFacts> filesystem) throws StorageException {
    FutureTask<SpaceFacts> fresh = new FutureTask<>(filesystem);
    FutureTask<SpaceFacts> look = looks.putIfAbsent(area, fresh);
    if (look == null) {
      look = fresh;
      // a call of the filesystem would keep the carrier of a virtual one
      Thread.ofPlatform().daemon().name("room-of-" + area).start(fresh);
    }
    try {
      SpaceFacts facts = look.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      looks.remove(area, look);
      return facts;
    } catch (TimeoutException hanging) {
      throw new StorageException(Reason.IO, "no answer within " + patience.toSeconds() + " s");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new StorageException(Reason.IO, "not waited for: this process ends");
    } catch (ExecutionException failed) {
      looks.remove(area, look);
      if (failed.getCause() instanceof StorageException refusal) {
        throw refusal;
      }
      throw new IllegalStateException("area " + area, failed.getCause());
    }
  }
}
