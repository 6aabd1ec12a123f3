package org.bora.storage.posix;

import java.io.IOException;
import java.nio.file.Path;
import org.bora.storage.conformance.FileSystemDriverConformance;
import org.bora.storage.spi.FileSystemDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The posix driver in a directory of a filesystem that a subclass mounts. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class PosixOnMount extends FileSystemDriverConformance {
  /** Null until it is mounted. */
  LoopMount mount;

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
    return mount.point().resolve("area");
  }
}
