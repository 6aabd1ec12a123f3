package org.bora.storage.linux;

/** Flags of the file calls, by their names in the manual pages. */
public final class Flags {
  /** Stands for the working directory; used with absolute paths only. */
  public static final int AT_FDCWD = -100;

  public static final int AT_SYMLINK_NOFOLLOW = 0x100;
  public static final int AT_REMOVEDIR = 0x200;
  public static final int AT_SYMLINK_FOLLOW = 0x400;
  public static final int AT_EMPTY_PATH = 0x1000;

  public static final long O_RDONLY = 0;
  public static final long O_WRONLY = 1;
  public static final long O_CREAT = 0x40;
  public static final long O_EXCL = 0x80;
  public static final long O_NOCTTY = 0x100;
  public static final long O_NONBLOCK = 0x800;
  public static final long O_CLOEXEC = 0x80000;
  public static final long O_PATH = 0x200000;
  public static final long O_DIRECTORY = architecture().directoryFlag();
  public static final long O_NOFOLLOW = architecture().noFollowFlag();

  /** openat2: refuse links of {@code /proc} that jump to where another process stands. */
  public static final long RESOLVE_NO_MAGICLINKS = 0x02;

  /** openat2: refuse every link. */
  public static final long RESOLVE_NO_SYMLINKS = 0x04;

  /** openat2: refuse whatever leads out of the directory the search began in. */
  public static final long RESOLVE_BENEATH = 0x08;

  /** renameat2: fail with EEXIST where the new name is taken. */
  public static final int RENAME_NOREPLACE = 1;

  /** renameat2: two entries take each other's name, in one step. */
  public static final int RENAME_EXCHANGE = 2;

  /** fallocate: take room, and leave the size as it is. */
  public static final int FALLOC_FL_KEEP_SIZE = 1;

  public static final int SEEK_SET = 0;
  public static final int SEEK_DATA = 3;
  public static final int SEEK_HOLE = 4;

  public static final int POSIX_FADV_SEQUENTIAL = 2;

  private Flags() {}

  static Architecture architecture() {
    return Architecture.current()
        .orElseThrow(() -> new UnsupportedOperationException(CLibrary.missing().orElse("Linux")));
  }
}
