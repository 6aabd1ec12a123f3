package org.bora.storage.linux;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/** Finds functions of the C library, and reports those that this machine lacks. */
public final class CLibrary {
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  static final ValueLayout POINTER = ValueLayout.ADDRESS;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup SYMBOLS = LINKER.defaultLookup();

  private static final List<String> NEEDED =
      List.of(
          "syscall",
          "close",
          "pread",
          "pwrite",
          "fsync",
          "lseek",
          "fcntl",
          "fallocate",
          "ftruncate",
          "futimens",
          "listxattr",
          "llistxattr",
          "posix_fadvise",
          "statx",
          "fstatvfs",
          "fstatfs",
          "ioctl",
          "mkdirat",
          "unlinkat",
          "renameat",
          "linkat",
          "readlink",
          "fchown",
          "fchmod",
          "chmod",
          "fsetxattr",
          "setxattr",
          "getxattr",
          "lgetxattr",
          "fremovexattr",
          "removexattr",
          "getpwnam_r",
          "getpwuid_r",
          "getgrgid_r",
          "getgrnam_r",
          "getgrouplist",
          "kill",
          "geteuid",
          "getegid");

  private CLibrary() {}

  /** Why this machine cannot run the binding, as one sentence; empty where it can. */
  public static Optional<String> missing() {
    String system = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
    if (!System.getProperty("os.name").equals("Linux") || Architecture.current().isEmpty()) {
      return Optional.of(
          "the posix driver needs Linux on x86_64 or aarch64, and this is " + system);
    }
    for (String name : NEEDED) {
      if (SYMBOLS.find(name).isEmpty()) {
        return Optional.of(
            "the C library of this machine has no " + name + "; glibc 2.28 or later is needed");
      }
    }
    return Optional.empty();
  }

  /** A function that reports failure through errno: the capture segment comes first. */
  static MethodHandle withErrno(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(
        address(name), descriptor, Linker.Option.captureCallState("errno"));
  }

  /** As {@link #withErrno}, for a function whose arguments from {@code first} on are variadic. */
  static MethodHandle variadic(String name, int first, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(
        address(name),
        descriptor,
        Linker.Option.firstVariadicArg(first),
        Linker.Option.captureCallState("errno"));
  }

  /** A function that has no use of errno. */
  static MethodHandle plain(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(address(name), descriptor);
  }

  /** {@code syscall(2)} with the given arguments after the number; returns long. */
  static MethodHandle systemCall(ValueLayout... arguments) {
    ValueLayout[] all = new ValueLayout[arguments.length + 1];
    all[0] = LONG;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return LINKER.downcallHandle(
        address("syscall"),
        FunctionDescriptor.of(LONG, all),
        Linker.Option.firstVariadicArg(1),
        Linker.Option.captureCallState("errno"));
  }

  private static MemorySegment address(String name) {
    return SYMBOLS
        .find(name)
        .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
  }

  /** A method handle declares Throwable, but a downcall throws nothing that is not a defect. */
  static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof RuntimeException runtime) {
      return runtime;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("native call", thrown);
  }
}
