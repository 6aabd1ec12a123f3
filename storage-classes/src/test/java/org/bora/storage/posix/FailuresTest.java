package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.bora.storage.linux.Errno;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;

class FailuresTest {

  @Test
  void aWayOutIsOnlyWhatOpeningSaysIsOne() {
    assertEquals(Reason.ESCAPES, Failures.ofOpen(-Errno.EXDEV, "x").reason());
    assertEquals(Reason.ESCAPES, Failures.ofOpen(-Errno.ELOOP, "x").reason());
    assertEquals(Reason.UNSUPPORTED, Failures.of(-Errno.EXDEV, "renameat2", "x").reason());
  }

  @Test
  void spaceQuotaAndReadOnlyAreToldApart() {
    assertEquals(Reason.NO_SPACE, Failures.of(-Errno.ENOSPC, "write", "x").reason());
    assertEquals(Reason.QUOTA, Failures.ofOpen(-Errno.EDQUOT, "x").reason());
    assertEquals(Reason.READ_ONLY, Failures.ofOpen(-Errno.EROFS, "x").reason());
    assertEquals(Reason.IO, Failures.of(-Errno.EIO, "read", "x").reason());
    assertEquals(Reason.BUSY, Failures.ofOpen(-Errno.EAGAIN, "x").reason());
  }

  @Test
  void theMessageNamesCallPlaceAndNumber() {
    StorageException failure = Failures.of(-Errno.EACCES, "mkdirat", "a/b");
    assertEquals("mkdirat 'a/b': EACCES", failure.getMessage());
    assertTrue(Failures.of(-9999, "statx", "x").getMessage().endsWith("errno 9999"));
  }

  @Test
  void onlyWhatNobodyForesawKnowsItsStack() {
    assertEquals(0, Failures.ofOpen(-Errno.ENOENT, "dir/file").getStackTrace().length);
    assertTrue(
        Arrays.stream(Failures.of(-Errno.EIO, "fsync", "dir/file").getStackTrace())
            .anyMatch(frame -> frame.getMethodName().startsWith("onlyWhatNobody")));
  }
}
