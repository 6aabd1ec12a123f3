package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A Unix socket that datagrams come to, as a service manager has one. */
public final class ListeningSocket implements AutoCloseable {
  private static final MethodHandle SOCKET =
      CLibrary.withErrno("socket", FunctionDescriptor.of(INT, INT, INT, INT));
  private static final MethodHandle BIND =
      CLibrary.withErrno("bind", FunctionDescriptor.of(INT, INT, POINTER, INT));
  private static final MethodHandle RECV =
      CLibrary.withErrno("recv", FunctionDescriptor.of(LONG, INT, POINTER, LONG, INT));
  private static final MethodHandle POLL =
      CLibrary.withErrno("poll", FunctionDescriptor.of(INT, POINTER, LONG, INT));

  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM = 2;
  private static final int MSG_DONTWAIT = 0x40;
  private static final short POLLIN = 1;
  private static final int LARGEST = 4096;

  private final String name;
  private final int descriptor;

  /**
   * Listens.
   *
   * @param name a path where nothing is, or {@code @NAME} in the abstract name space
   */
  public ListeningSocket(String name) {
    this.name = name;
    try (CallFrame frame = new CallFrame()) {
      descriptor = frame.outcome((int) SOCKET.invokeExact(frame.capture(), AF_UNIX, SOCK_DGRAM, 0));
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      MemorySegment address = frame.allocate(110);
      address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
      MemorySegment.copy(bytes, 0, address, ValueLayout.JAVA_BYTE, 2, bytes.length);
      int length = 2 + bytes.length + 1;
      if (name.startsWith("@")) {
        address.set(ValueLayout.JAVA_BYTE, 2, (byte) 0);
        length--;
      }
      int bound =
          frame.outcome((int) BIND.invokeExact(frame.capture(), descriptor, address, length));
      if (descriptor < 0 || bound < 0) {
        throw new IllegalStateException(name + ": " + Errno.name(-bound));
      }
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  /** The next datagram; empty when none comes in time. */
  public Optional<String> next(Duration patience) {
    try (CallFrame frame = new CallFrame()) {
      MemorySegment wanted = frame.allocate(8);
      wanted.set(ValueLayout.JAVA_INT, 0, descriptor);
      wanted.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
      int ready =
          frame.outcome(
              (int) POLL.invokeExact(frame.capture(), wanted, 1L, (int) patience.toMillis()));
      if (ready < 1) {
        return Optional.empty();
      }
      MemorySegment text = frame.allocate(LARGEST);
      long length =
          (long) RECV.invokeExact(frame.capture(), descriptor, text, (long) LARGEST, MSG_DONTWAIT);
      return Optional.of(
          new String(
              text.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }

  @Override
  public void close() throws IOException {
    FileCalls.close(descriptor);
    if (!name.startsWith("@")) {
      Files.deleteIfExists(Path.of(name));
    }
  }
}
