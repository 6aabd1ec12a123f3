package org.bora.storage.quota;

import java.util.Optional;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.QuotaCalls;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;

/**
 * The quota of a GlusterFS directory. The volume itself puts it into what statvfs of that directory
 * answers (features.quota-deem-statfs, which is on unless it was turned off), for everybody.
 */
final class GlusterReading implements SpaceReading {
  private static final long FUSE = 0x65735546L;

  /** An attribute that only GlusterFS makes up: on which bricks an entry lies. */
  private static final String MARK = "trusted.glusterfs.pathinfo";

  private final SpaceReading statvfs = new StatvfsReading("statvfs of GlusterFS");

  @Override
  public Optional<SpaceFacts> read(CallFrame frame, int directory) throws StorageException {
    boolean gluster =
        QuotaCalls.filesystem(frame, directory) == FUSE
            && AttributeCalls.get(frame, directory, MARK, AttributeCalls.longestBuffer(frame)) > 0;
    return gluster ? statvfs.read(frame, directory) : Optional.empty();
  }
}
