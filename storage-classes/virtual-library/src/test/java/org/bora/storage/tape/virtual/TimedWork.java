package org.bora.storage.tape.virtual;

import java.util.List;
import java.util.UUID;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;

/** A batch of which every file must go well. */
record TimedWork(List<TapeFile> files, Runnable onDone) implements TapeWork {
  @Override
  public void progress(UUID id, long bytes) {}

  @Override
  public void done(UUID id, TapeLocation location) {
    onDone.run();
  }

  @Override
  public void failed(UUID id, TapeTrouble trouble) {
    throw new AssertionError(trouble);
  }

  @Override
  public boolean isUnwanted(UUID id) {
    return false;
  }
}
