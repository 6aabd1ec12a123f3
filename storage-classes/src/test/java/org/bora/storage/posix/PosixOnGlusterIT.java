package org.bora.storage.posix;

import java.nio.file.Path;
import org.bora.storage.conformance.FileSystemDriverConformance;
import org.bora.storage.spi.FileSystemDriver;

/** The posix driver on a GlusterFS volume of three bricks, through FUSE. */
class PosixOnGlusterIT extends FileSystemDriverConformance {
  @Override
  protected FileSystemDriver driver() {
    return new PosixDriver();
  }

  @Override
  protected Path directory() {
    return GlusterMounts.spread();
  }

  @Override
  protected boolean exchanges() {
    return false;
  }

  @Override
  protected int slowness() {
    return 50;
  }
}
