package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The name service of the C library (files, LDAP, SSSD, as nsswitch.conf says). These calls return
 * their error number instead of leaving it in errno, and may block for as long as a directory
 * server takes to answer.
 */
public final class AccountCalls {
  private static final MethodHandle GETPWNAM =
      CLibrary.plain(
          "getpwnam_r", FunctionDescriptor.of(INT, POINTER, POINTER, POINTER, LONG, POINTER));
  private static final MethodHandle GETPWUID =
      CLibrary.plain(
          "getpwuid_r", FunctionDescriptor.of(INT, INT, POINTER, POINTER, LONG, POINTER));
  private static final MethodHandle GETGRGID =
      CLibrary.plain(
          "getgrgid_r", FunctionDescriptor.of(INT, INT, POINTER, POINTER, LONG, POINTER));
  private static final MethodHandle GETGRNAM =
      CLibrary.plain(
          "getgrnam_r", FunctionDescriptor.of(INT, POINTER, POINTER, POINTER, LONG, POINTER));
  private static final MethodHandle GETEUID = CLibrary.plain("geteuid", FunctionDescriptor.of(INT));
  private static final MethodHandle GETEGID = CLibrary.plain("getegid", FunctionDescriptor.of(INT));

  /** struct passwd and struct group both begin with the name; then come password and numbers. */
  private static final long RECORD_BYTES = 64;

  private static final long NUMBER = 16;
  private static final long PRIMARY_GROUP = 20;

  /** A group of many members needs much; doubled up to this. */
  private static final long FIRST_BUFFER_BYTES = 4096;

  private static final long LAST_BUFFER_BYTES = 16L << 20;
  private static final long NAME_BYTES = 1024;

  private AccountCalls() {}

  /** An entry of the account database; {@code gid} is the primary group. */
  public record Found(String name, int uid, int gid) {}

  /** The result of a query: an entry, its absence, or why the query failed. */
  public record Answer<T>(Optional<T> found, int error) {}

  public static int effectiveUid() {
    try {
      return (int) GETEUID.invokeExact();
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  public static int effectiveGid() {
    try {
      return (int) GETEGID.invokeExact();
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** The account of a name. */
  public static Answer<Found> userByName(CallFrame frame, String name) {
    MemorySegment text = frame.cString(name);
    return search(
        frame,
        (record, buffer, result) ->
            (int) GETPWNAM.invokeExact(text, record, buffer, buffer.byteSize(), result),
        record -> new Found(name, record.get(INT, NUMBER), record.get(INT, PRIMARY_GROUP)));
  }

  /** The number of a group's name. */
  public static Answer<Integer> groupByName(CallFrame frame, String name) {
    MemorySegment text = frame.cString(name);
    return search(
        frame,
        (record, buffer, result) ->
            (int) GETGRNAM.invokeExact(text, record, buffer, buffer.byteSize(), result),
        record -> record.get(INT, NUMBER));
  }

  /** The name of a user number. */
  public static Answer<String> userName(CallFrame frame, int uid) {
    return search(
        frame,
        (record, buffer, result) ->
            (int) GETPWUID.invokeExact(uid, record, buffer, buffer.byteSize(), result),
        AccountCalls::name);
  }

  /** The name of a group number. */
  public static Answer<String> groupName(CallFrame frame, int gid) {
    return search(
        frame,
        (record, buffer, result) ->
            (int) GETGRGID.invokeExact(gid, record, buffer, buffer.byteSize(), result),
        AccountCalls::name);
  }

  private interface Lookup {
    int ask(MemorySegment record, MemorySegment buffer, MemorySegment result) throws Throwable;
  }

  private interface Reading<T> {
    T read(MemorySegment record);
  }

  private static <T> Answer<T> search(CallFrame frame, Lookup lookup, Reading<T> reading) {
    MemorySegment record = frame.allocate(RECORD_BYTES);
    MemorySegment result = frame.allocate(POINTER.byteSize());
    long bytes = FIRST_BUFFER_BYTES;
    while (true) {
      int error = ask(lookup, record, frame.allocate(bytes), result);
      boolean found = result.get(LONG, 0) != 0;
      if (error == Errno.ERANGE && bytes < LAST_BUFFER_BYTES) {
        bytes *= 2;
      } else if (error != Errno.EINTR) {
        return found
            ? new Answer<>(Optional.of(reading.read(record)), 0)
            : new Answer<>(Optional.empty(), isAbsence(error) ? 0 : error);
      }
    }
  }

  private static int ask(
      Lookup lookup, MemorySegment record, MemorySegment buffer, MemorySegment result) {
    try {
      return lookup.ask(record, buffer, result);
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** getpwnam(3): several numbers may mean "not found", depending on the source asked. */
  private static boolean isAbsence(int error) {
    return error == Errno.ENOENT || error == Errno.ESRCH || error == Errno.EPERM;
  }

  private static String name(MemorySegment record) {
    MemorySegment name = record.get(ValueLayout.ADDRESS, 0).reinterpret(NAME_BYTES);
    return name.getString(0, StandardCharsets.UTF_8);
  }
}
