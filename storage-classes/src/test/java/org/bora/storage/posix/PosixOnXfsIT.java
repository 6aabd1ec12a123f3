package org.bora.storage.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.opentest4j.TestAbortedException;

/** The posix driver on a fresh XFS filesystem, in a directory with a quota where there are any. */
class PosixOnXfsIT extends PosixOnMount {
  private static final long BYTES = 512L << 20;
  private static final long QUOTA = 256L << 20;

  private boolean hasQuota;

  @BeforeAll
  void mount() throws IOException {
    try {
      mount = LoopMount.with("loop,prjquota", BYTES, "mkfs.xfs", "-q");
      hasQuota = true;
    } catch (TestAbortedException noQuotas) {
      // a kernel without CONFIG_XFS_QUOTA; all other promises can be tested there
      mount = LoopMount.of(BYTES, "mkfs.xfs", "-q");
    }
    Path area = Files.createDirectory(directory());
    if (hasQuota) {
      quota("project -s -p " + area + " 42");
      quota("limit -p bhard=" + QUOTA + " 42");
    }
  }

  private void quota(String command) throws IOException {
    LoopMount.need("xfs_quota", "-x", "-c", command, mount.point().toString());
  }

  @Override
  protected OptionalLong quotaBytes() {
    return hasQuota ? OptionalLong.of(QUOTA) : OptionalLong.empty();
  }
}
