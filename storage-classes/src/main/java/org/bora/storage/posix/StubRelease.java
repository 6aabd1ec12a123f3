package org.bora.storage.posix;

import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A release that leaves a stub, and what it holds open.
 *
 * @param release empty if the file is already a stub
 */
record StubRelease(CallFrame frame, Handle directory, Optional<FileToStub> release)
    implements PreparedRelease {
  private static final Logger LOG = LoggerFactory.getLogger(StubRelease.class);

  @Override
  public void carryOut() throws StorageException {
    if (release.isPresent()) {
      release.get().carryOut();
    }
  }

  @Override
  public void close() {
    try (frame;
        directory) {
      if (release.isPresent()) {
        release.get().close();
      }
    } catch (StorageException failure) {
      LOG.info(
          "a stub in {} that was not needed stays for the sweep: {}",
          directory.where(),
          failure.getMessage(),
          failure);
    }
  }
}
