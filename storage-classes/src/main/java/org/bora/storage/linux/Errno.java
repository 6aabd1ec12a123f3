package org.bora.storage.linux;

/** Error numbers of Linux on x86_64 and aarch64 (include/uapi/asm-generic/errno*.h). */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  public static final int EBADF = 9;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int EXDEV = 18;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int ENFILE = 23;
  public static final int EMFILE = 24;
  public static final int ETXTBSY = 26;
  public static final int EFBIG = 27;
  public static final int ENOSPC = 28;
  public static final int EROFS = 30;
  public static final int EMLINK = 31;
  public static final int ERANGE = 34;
  public static final int ENAMETOOLONG = 36;
  public static final int ENOSYS = 38;
  public static final int ENOTEMPTY = 39;
  public static final int ELOOP = 40;
  public static final int ENODATA = 61;
  public static final int EOPNOTSUPP = 95;
  public static final int ECONNREFUSED = 111;
  public static final int ESTALE = 116;
  public static final int EDQUOT = 122;

  private Errno() {}

  /** The symbolic name for logs, or {@code errno N}. */
  public static String name(int errno) {
    return switch (errno) {
      case EPERM -> "EPERM";
      case ENOENT -> "ENOENT";
      case ESRCH -> "ESRCH";
      case EINTR -> "EINTR";
      case EIO -> "EIO";
      case ENXIO -> "ENXIO";
      case EBADF -> "EBADF";
      case EAGAIN -> "EAGAIN";
      case ENOMEM -> "ENOMEM";
      case EACCES -> "EACCES";
      case EBUSY -> "EBUSY";
      case EEXIST -> "EEXIST";
      case EXDEV -> "EXDEV";
      case ENOTDIR -> "ENOTDIR";
      case EISDIR -> "EISDIR";
      case EINVAL -> "EINVAL";
      case ENFILE -> "ENFILE";
      case EMFILE -> "EMFILE";
      case ETXTBSY -> "ETXTBSY";
      case EFBIG -> "EFBIG";
      case ENOSPC -> "ENOSPC";
      case EROFS -> "EROFS";
      case EMLINK -> "EMLINK";
      case ERANGE -> "ERANGE";
      case ENAMETOOLONG -> "ENAMETOOLONG";
      case ENOSYS -> "ENOSYS";
      case ENOTEMPTY -> "ENOTEMPTY";
      case ELOOP -> "ELOOP";
      case ENODATA -> "ENODATA";
      case EOPNOTSUPP -> "EOPNOTSUPP";
      case ECONNREFUSED -> "ECONNREFUSED";
      case ESTALE -> "ESTALE";
      case EDQUOT -> "EDQUOT";
      default -> "errno " + errno;
    };
  }
}
