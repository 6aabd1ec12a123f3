package org.bora.storage.posix;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;

/** The posix driver on a fresh ext4 filesystem. */
class PosixOnExt4IT extends PosixOnMount {
  private static final long BYTES = 512L << 20;

  @BeforeAll
  void mount() throws IOException {
    mount = LoopMount.of(BYTES, "mkfs.ext4", "-q", "-F", "-N", "150000");
  }

  @Override
  protected Path directory() {
    return mount.point();
  }
}
