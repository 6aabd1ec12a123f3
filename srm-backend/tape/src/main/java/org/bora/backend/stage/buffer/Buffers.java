package org.bora.backend.stage.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.RoomMaker;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The buffers of all areas whose files may leave the disk. {@link #tend} keeps them between their
 * marks; a call without free space gets some freed at once. Thread safe.
 */
public final class Buffers implements RoomMaker {
  private static final Logger LOG = LoggerFactory.getLogger(Buffers.class);

  /** Not reported before this time, because migrations and pins end. */
  private static final Duration UNHEARD = Duration.ofMinutes(1);

  private final Map<String, Buffer> buffers = new TreeMap<>();
  private final Map<String, Instant> stuckSince = new ConcurrentHashMap<>();
  private final TokenSource tokens;
  private final BufferAlarm alarm;
  private final Executor executor;

  /**
   * @param executor runs work that a call begins without waiting for it
   */
  public Buffers(BufferParts parts, BufferAlarm alarm, Executor executor) {
    parts.areas().forEach(area -> buffers.put(area.name(), parts.buffer(area)));
    this.tokens = parts.tokens();
    this.alarm = Objects.requireNonNull(alarm, "alarm");
    this.executor = Objects.requireNonNull(executor, "executor");
  }

  /** Is informed when a buffer is too full and nothing can leave it, and when this ends. */
  public interface BufferAlarm {
    /** The log alone. */
    BufferAlarm LOG_ALONE =
        new BufferAlarm() {
          @Override
          public void raise(StorageArea area, String why) {
            LOG.warn("area {}: nothing can leave the buffer: {}", area.name(), why);
          }

          @Override
          public void clear(StorageArea area) {
            // nothing is kept
          }
        };

    /** Again at every look while it lasts, once it has lasted a minute. */
    void raise(StorageArea area, String why);

    /** Said at every look while all is well. */
    void clear(StorageArea area);
  }

  /** How full all buffers are, by the names of their areas. */
  public List<BufferStatus> status() {
    return buffers.values().stream().map(Buffer::status).toList();
  }

  /** The same as {@link #tend}, each buffer on its own thread. */
  public void wake() {
    buffers.values().forEach(this::goOn);
  }

  /** Releases files in buffers above their high mark. Returns the number of these buffers. */
  public int tend() {
    int emptied = 0;
    for (Buffer buffer : buffers.values()) {
      emptied += tend(buffer) ? 1 : 0;
    }
    return emptied;
  }

  private boolean tend(Buffer buffer) {
    try {
      Optional<Buffer.State> state = buffer.tend();
      state.ifPresent(now -> tell(buffer.area(), now.stuck()));
      return state.filter(now -> now.released() > 0).isPresent();
    } catch (StorageException | RuntimeException e) {
      // the next look tries again, and the other areas have theirs
      LOG.error(
          "area {}: its buffer could not be kept between its marks: {}",
          buffer.area().name(),
          e.getMessage(),
          e);
      return false;
    }
  }

  private void tell(StorageArea area, Optional<String> stuck) {
    if (stuck.isEmpty()) {
      stuckSince.remove(area.name());
      alarm.clear(area);
      return;
    }
    Instant now = tokens.now();
    Instant since = stuckSince.computeIfAbsent(area.name(), _ -> now);
    if (!now.isBefore(since.plus(UNHEARD))) {
      alarm.raise(area, stuck.get());
    }
  }

  @Override
  public Optional<String> makeRoom(StorageArea area, long bytes, Instant until) {
    Buffer buffer = buffers.get(area.name());
    if (buffer == null) {
      return RoomMaker.NONE.makeRoom(area, bytes, until);
    }
    try {
      Optional<String> obstacle = buffer.makeRoom(bytes, until);
      goOn(buffer);
      return obstacle;
    } catch (StorageException e) {
      LOG.error("area {}: no space could be freed: {}", area.name(), e.getMessage(), e);
      return Optional.of("the filesystem does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the server is stopping");
    }
  }

  private void goOn(Buffer buffer) {
    try {
      executor.execute(() -> tend(buffer));
    } catch (RejectedExecutionException e) {
      LOG.debug("area {}: stopping, its buffer stays as it is", buffer.area().name(), e);
    }
  }
}
