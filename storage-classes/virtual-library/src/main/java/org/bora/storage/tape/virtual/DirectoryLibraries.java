package org.bora.storage.tape.virtual;

import java.time.Clock;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.tape.model.VirtualLibraries;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/** Opens libraries in which time passes by itself. A server finds it by the service loader. */
public final class DirectoryLibraries implements VirtualLibraries {

  @Override
  public TapeDriver open(VirtualLibrarySettings settings, Clock clock) {
    return new VirtualLibrary(settings, TapeTime.passing(clock));
  }
}
