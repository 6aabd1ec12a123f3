package org.bora.storage.posix;

import org.bora.storage.linux.Errno;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** Converts error numbers to exceptions. */
final class Failures {
  private Failures() {}

  /**
   * The failure of a call on an open directory or file.
   *
   * @param outcome negated error number
   * @param where relative to the area, for the log
   */
  static StorageException of(long outcome, String call, Object where) {
    int errno = (int) -outcome;
    return failure(reason(errno), errno, call, where);
  }

  /**
   * The failure of openat2, which gives some numbers a special meaning: EXDEV is a path that leaves
   * the area; ELOOP a loop, a magic link, or a link where none is followed.
   */
  static StorageException ofOpen(int outcome, Object where) {
    Reason reason =
        switch (-outcome) {
          case Errno.EXDEV, Errno.ELOOP -> Reason.ESCAPES;
          // after many repetitions: something above is renamed all the time
          case Errno.EAGAIN -> Reason.BUSY;
          default -> reason(-outcome);
        };
    return failure(reason, -outcome, "openat2", where);
  }

  private static StorageException failure(Reason reason, int errno, String call, Object where) {
    return new StorageException(reason, call + " '" + where + "': " + Errno.name(errno));
  }

  private static Reason reason(int errno) {
    return switch (errno) {
      case Errno.ENOENT, Errno.ESTALE -> Reason.MISSING;
      case Errno.EEXIST -> Reason.EXISTS;
      case Errno.ENOTEMPTY -> Reason.NOT_EMPTY;
      case Errno.ENOTDIR -> Reason.NOT_A_DIRECTORY;
      case Errno.EISDIR -> Reason.IS_A_DIRECTORY;
      case Errno.EACCES, Errno.EPERM -> Reason.DENIED;
      case Errno.ELOOP -> Reason.ESCAPES;
      case Errno.ENAMETOOLONG -> Reason.NAME_TOO_LONG;
      case Errno.ENOSPC -> Reason.NO_SPACE;
      case Errno.EDQUOT -> Reason.QUOTA;
      case Errno.EROFS -> Reason.READ_ONLY;
      case Errno.EBUSY, Errno.ETXTBSY -> Reason.BUSY;
      case Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EXDEV, Errno.EINVAL, Errno.EMLINK ->
          Reason.UNSUPPORTED;
      default -> Reason.IO;
    };
  }
}
