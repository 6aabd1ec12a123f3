package org.bora.storage.tape.model;

import java.time.Clock;
import java.util.Optional;
import java.util.ServiceLoader;
import org.bora.storage.spi.TapeDriver;

/**
 * Opens virtual tape libraries. The module {@code virtual-library} has the one that there is; a
 * server that finds it on its class path ({@link #installed}) can do {@code driver: virtual}.
 */
public interface VirtualLibraries {

  /**
   * A library in a directory. Nothing is read or created before {@link TapeDriver#check}.
   *
   * @param clock for times in written files
   */
  TapeDriver open(VirtualLibrarySettings settings, Clock clock);

  /** Empty where the module is not on the class path. */
  static Optional<VirtualLibraries> installed() {
    return ServiceLoader.load(VirtualLibraries.class).findFirst();
  }
}
