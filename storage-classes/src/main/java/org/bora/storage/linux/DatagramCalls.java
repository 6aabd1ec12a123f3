package org.bora.storage.linux;

import static org.bora.storage.linux.CLibrary.INT;
import static org.bora.storage.linux.CLibrary.LONG;
import static org.bora.storage.linux.CLibrary.POINTER;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** Datagrams to Unix sockets, which the JDK knows as streams and by path only. */
public final class DatagramCalls {
  private static final MethodHandle SOCKET =
      CLibrary.withErrno("socket", FunctionDescriptor.of(INT, INT, INT, INT));
  private static final MethodHandle SENDTO =
      CLibrary.withErrno(
          "sendto", FunctionDescriptor.of(LONG, INT, POINTER, LONG, INT, POINTER, INT));

  /** From include/linux/socket.h, asm-generic; the same on x86_64 and aarch64. */
  private static final int AF_UNIX = 1;

  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;

  /** {@code struct sockaddr_un}: the family, then the name. */
  private static final int FAMILY_BYTES = 2;

  private static final int NAME_BYTES = 108;

  private DatagramCalls() {}

  /**
   * Sends one datagram, waiting for room where the reader has much to read.
   *
   * @param socket the path of its socket, or {@code @NAME} of one in the abstract name space
   * @return bytes sent, or a negated error; -ENAMETOOLONG for a name that no socket can have
   */
  public static long send(CallFrame frame, String socket, String text) {
    byte[] name = socket.getBytes(StandardCharsets.UTF_8);
    boolean isAbstract = socket.startsWith("@");
    if (name.length + (isAbstract ? 0 : 1) > NAME_BYTES) {
      return -Errno.ENAMETOOLONG;
    }
    if (isAbstract) {
      name[0] = 0;
    }
    MemorySegment address = frame.allocate(FAMILY_BYTES + NAME_BYTES);
    address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, FAMILY_BYTES, name.length);
    // the end of a path is told by a NUL, that of an abstract name by the length alone
    int length = FAMILY_BYTES + name.length + (isAbstract ? 0 : 1);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment content = frame.allocate(Math.max(1, bytes.length));
    MemorySegment.copy(bytes, 0, content, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return send(frame, address.asSlice(0, length), content.asSlice(0, bytes.length));
  }

  private static long send(CallFrame frame, MemorySegment address, MemorySegment content) {
    try {
      int socket =
          frame.outcome((int) SOCKET.invokeExact(frame.capture(), AF_UNIX, SOCK_DGRAM_CLOEXEC, 0));
      if (socket < 0) {
        return socket;
      }
      try {
        return frame.outcome(
            (long)
                SENDTO.invokeExact(
                    frame.capture(),
                    socket,
                    content,
                    content.byteSize(),
                    MSG_NOSIGNAL,
                    address,
                    (int) address.byteSize()));
      } finally {
        FileCalls.close(socket);
      }
    } catch (Throwable thrown) {
      throw CLibrary.unexpected(thrown);
    }
  }
}
