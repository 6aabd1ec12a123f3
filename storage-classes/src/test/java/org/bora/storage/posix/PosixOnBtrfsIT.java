package org.bora.storage.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.bora.storage.conformance.FileSystemDriverConformance;
import org.bora.storage.spi.FileSystemDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The posix driver on a fresh btrfs filesystem, in a subvolume with a limit. */
@TestInstance(Lifecycle.PER_CLASS)
class PosixOnBtrfsIT extends FileSystemDriverConformance {
  /**
   * Sparse. Smaller ones have so little room for metadata that hundreds of syncs between two
   * commits of btrfs fill it with what is freed only then, and the kernel gives the mount up.
   */
  private static final long BYTES = 8L << 30;

  private static final long QUOTA = 1L << 30;

  private LoopMount mount;

  @BeforeAll
  void mount() throws IOException {
    mount = LoopMount.of(BYTES, "mkfs.btrfs", "-q");
    LoopMount.need("btrfs", "subvolume", "create", directory().toString());
    LoopMount.need("btrfs", "quota", "enable", mount.point().toString());
    LoopMount.need("btrfs", "qgroup", "limit", "" + QUOTA, directory().toString());
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
    return mount.point().resolve("area");
  }

  @Override
  protected OptionalLong quotaBytes() {
    return OptionalLong.of(QUOTA);
  }
}
