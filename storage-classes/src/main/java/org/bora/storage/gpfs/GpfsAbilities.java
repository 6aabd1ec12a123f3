package org.bora.storage.gpfs;

import java.util.Map;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.GpfsLibrary;
import org.bora.storage.posix.Abilities;
import org.bora.storage.quota.SpaceReading;
import org.bora.storage.spi.SpaceSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What libgpfs adds to one area. */
final class GpfsAbilities implements Abilities {
  private static final Logger LOG = LoggerFactory.getLogger(GpfsAbilities.class);

  private final GpfsLibrary library;
  private final String pool;
  private final String root;

  /**
   * The abilities of one area.
   *
   * @param pool of new files; empty for what the site's placement rules say
   * @param root for the log
   */
  GpfsAbilities(GpfsLibrary library, String pool, String root) {
    this.library = library;
    this.pool = pool;
    this.root = root;
  }

  @Override
  public Map<SpaceSource, SpaceReading> spaces() {
    return Map.of(SpaceSource.FILESET, new FilesetReading(library));
  }

  @Override
  public void place(CallFrame frame, int file) {
    if (pool.isEmpty()) {
      return;
    }
    int set = library.setStoragePool(frame, file, pool);
    if (set < 0) {
      LOG.warn("{}: a new file does not go to pool {}: {}", root, pool, Errno.name(-set));
    }
  }

  @Override
  public int takeRoom(CallFrame frame, int file, long bytes) {
    return library.preallocate(frame, file, bytes);
  }

  @Override
  public boolean isOffline(CallFrame frame, int file) {
    return library.offline(frame, file) > 0;
  }
}
