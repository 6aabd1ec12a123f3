package org.bora.storage.posix;

import java.time.Instant;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.HiddenFinds;
import org.bora.storage.spi.StorageException;

/**
 * Reports uploads, and repairs what processes left that died while they removed or renamed a file.
 *
 * @param before cells used at this time or later belong to running work
 */
record FoundUploads(Instant before, HiddenFinds found) implements HiddenWalk.Found {
  @Override
  public void file(AreaPath directory, UUID id, Instant modifiedAt) {
    found.accept(new FoundUpload(directory, id, modifiedAt));
  }

  @Override
  public void directory(AreaPath directory, Instant modifiedAt, boolean empty) {
    found.directory(directory, modifiedAt, empty);
  }

  @Override
  public void cell(Handle directory, String name) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      Capture.settle(frame, directory, name, before);
    }
  }

  @Override
  public void leaving(Handle directory, String name) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      FileRemoval.settle(frame, directory, name);
    }
  }
}
