package org.bora.storage.posix;

import java.nio.file.Path;
import org.bora.storage.conformance.FileSystemDriverConformance;
import org.bora.storage.spi.FileSystemDriver;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The posix driver on a GlusterFS volume of three bricks, through FUSE. */
@EnabledIfEnvironmentVariable(
    named = "BORA_GLUSTER_SPREAD",
    matches = ".+",
    disabledReason = "run storage-classes/conformance-on-gluster, which sets it")
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
