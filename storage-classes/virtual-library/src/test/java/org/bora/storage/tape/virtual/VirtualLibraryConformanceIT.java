package org.bora.storage.tape.virtual;

import java.nio.file.Path;
import java.time.Clock;
import org.bora.storage.conformance.TapeDriverConformance;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/** The virtual library keeps what every tape driver keeps. */
class VirtualLibraryConformanceIT extends TapeDriverConformance {
  private static final long VOLUME_BYTES = 16L << 20;

  @Override
  protected TapeDriver open(Path directory) {
    return new VirtualLibrary(
        new VirtualLibrarySettings(
            directory.resolve("library"), 2, 4, VOLUME_BYTES, Mechanics.INSTANT),
        TapeTime.passing(Clock.systemUTC()));
  }
}
