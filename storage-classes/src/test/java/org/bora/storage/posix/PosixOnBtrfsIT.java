package org.bora.storage.posix;

import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;

/** The posix driver on a fresh btrfs filesystem, in a subvolume with a limit. */
class PosixOnBtrfsIT extends PosixOnMount {
  /**
   * Sparse. Smaller ones have so little room for metadata that hundreds of syncs between two
   * commits of btrfs fill it with what is freed only then, and the kernel gives the mount up.
   */
  private static final long BYTES = 8L << 30;

  private static final long QUOTA = 1L << 30;

  @BeforeAll
  void mount() throws IOException {
    mount = LoopMount.of(BYTES, "mkfs.btrfs", "-q");
    LoopMount.need("btrfs", "subvolume", "create", directory().toString());
    LoopMount.need("btrfs", "quota", "enable", mount.point().toString());
    LoopMount.need("btrfs", "qgroup", "limit", "" + QUOTA, directory().toString());
  }

  @Override
  protected OptionalLong quotaBytes() {
    return OptionalLong.of(QUOTA);
  }
}
