package org.bora.storage.posix;

import org.bora.storage.conformance.FileSystemDriverConformance;
import org.bora.storage.spi.FileSystemDriver;

/** The posix driver in the default directory. */
class PosixDriverIT extends FileSystemDriverConformance {
  @Override
  protected FileSystemDriver driver() {
    return new PosixDriver();
  }
}
