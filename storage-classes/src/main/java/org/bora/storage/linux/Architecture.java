package org.bora.storage.linux;

import java.util.Optional;

/**
 * Numbers of the system calls that older C libraries do not wrap, and the open flags that differ
 * between processors (include/uapi/asm-generic/fcntl.h; arm64 has its own O_DIRECTORY and
 * O_NOFOLLOW).
 *
 * @param openat2 since Linux 5.6
 * @param renameat2 since Linux 3.15
 * @param getdents64 since Linux 2.4
 */
record Architecture(
    long openat2, long renameat2, long getdents64, long directoryFlag, long noFollowFlag) {
  private static final Architecture X86_64 = new Architecture(437, 316, 217, 0x10000, 0x20000);
  private static final Architecture AARCH64 = new Architecture(437, 276, 61, 0x4000, 0x8000);

  /** Empty on processors whose numbers and structures were not checked. */
  static Optional<Architecture> current() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> Optional.of(X86_64);
      case "aarch64", "arm64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }
}
