package org.bora.storage.posix;

import java.io.IOException;
import java.nio.file.Path;
import org.bora.storage.conformance.FileSystemDriverConformance;
import org.bora.storage.spi.FileSystemDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The posix driver on a fresh ext4 filesystem. */
@TestInstance(Lifecycle.PER_CLASS)
class PosixOnExt4IT extends FileSystemDriverConformance {
  private static final long BYTES = 512L << 20;

  private LoopMount mount;

  @BeforeAll
  void mount() throws IOException {
    mount = LoopMount.of(BYTES, "mkfs.ext4", "-q", "-F", "-N", "150000");
  }

  @AfterAll
  void unmount() throws IOException {
    if (mount != null) {
      mount.close();
    }
  }

  @Override
  protected FileSystemDriver driver() {
    return new PosixDriver();
  }

  @Override
  protected Path directory() {
    return mount.point();
  }
}
