package org.bora.storage.quota;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.linux.StatCalls.Volume;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The space that df(1) shows.
 *
 * @param name of the source in {@link SpaceFacts}
 */
record StatvfsReading(String name) implements SpaceReading {
  @Override
  public Optional<SpaceFacts> read(CallFrame frame, int directory) throws StorageException {
    MemorySegment buffer = StatCalls.volumeBuffer(frame);
    int asked = StatCalls.fstatvfs(frame, directory, buffer);
    if (asked < 0) {
      throw new StorageException(Reason.IO, "fstatvfs: " + Errno.name(-asked));
    }
    Volume volume = StatCalls.readVolume(buffer);
    return Optional.of(new SpaceFacts(volume.total(), volume.available(), name));
  }
}
