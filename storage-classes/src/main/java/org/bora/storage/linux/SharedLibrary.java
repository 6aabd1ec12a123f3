package org.bora.storage.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** A library of a filesystem's vendor, found when the process runs; never unloaded. */
final class SharedLibrary {
  private final String name;
  private final SymbolLookup symbols;
  private final String advice;

  private SharedLibrary(String name, SymbolLookup symbols, String advice) {
    this.name = name;
    this.symbols = symbols;
    this.advice = advice;
  }

  /**
   * The first of several that there is.
   *
   * @param names as the dynamic linker looks for them, or absolute paths
   * @param advice what to install, to complete a sentence
   */
  static SharedLibrary open(List<String> names, String advice) throws StorageException {
    for (String name : names) {
      try {
        return new SharedLibrary(name, SymbolLookup.libraryLookup(name, Arena.global()), advice);
      } catch (IllegalArgumentException notThere) {
        // the next one may be; when none is, all are named
      }
    }
    throw new StorageException(
        Reason.UNSUPPORTED, "this machine has no " + String.join(" or ", names) + "; " + advice);
  }

  /** A function that reports failure through errno: the capture segment comes first. */
  MethodHandle withErrno(String function, FunctionDescriptor descriptor) throws StorageException {
    return Linker.nativeLinker()
        .downcallHandle(address(function), descriptor, Linker.Option.captureCallState("errno"));
  }

  /** A function that has no use of errno. */
  MethodHandle plain(String function, FunctionDescriptor descriptor) throws StorageException {
    return Linker.nativeLinker().downcallHandle(address(function), descriptor);
  }

  private MemorySegment address(String function) throws StorageException {
    return symbols
        .find(function)
        .orElseThrow(
            () ->
                new StorageException(
                    Reason.UNSUPPORTED, name + " has no " + function + "; " + advice));
  }
}
