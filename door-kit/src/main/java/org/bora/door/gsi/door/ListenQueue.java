package org.bora.door.gsi.door;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to a listening port of this process that the kernel has made and the process has
 * not accepted yet. Closing the port resets them, although their clients have connected and may
 * have sent data. The numbers come from {@code /proc/net/tcp} (proc(5)), so only on Linux.
 *
 * @param descriptor of the listening socket
 * @param inode of it
 */
record ListenQueue(int descriptor, String inode) {

  private static final Logger LOG = LoggerFactory.getLogger(ListenQueue.class);
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
  private static final String LISTENING = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int QUEUES = 4;
  private static final int INODE = 9;
  private static final int HEXADECIMAL = 16;

  private static final int SOL_SOCKET = 1;
  private static final int SO_ATTACH_FILTER = 26;
  private static final long FILTER_INSTRUCTION_BYTES = 8;
  private static final long FILTER_HEAD_BYTES = 16;

  /**
   * A classic packet filter (Linux, networking/filter) over the TCP header: packets with SYN in the
   * flags (octet 13) are dropped; all others pass. Code and jumps, then the operand.
   */
  private static final int[][] DROP_SYN = {{0x30, 13}, {0x45 | 1 << 24, 2}, {0x06, 0}, {0x06, -1}};

  /** That of a port of this process; empty where it cannot be told. */
  static Optional<ListenQueue> of(int port) {
    try {
      for (String[] socket : listening(port)) {
        OptionalInt descriptor = descriptor(socket[INODE]);
        if (descriptor.isPresent()) {
          return Optional.of(new ListenQueue(descriptor.getAsInt(), socket[INODE]));
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("the queue of port {} cannot be seen", port, e);
    }
    return Optional.empty();
  }

  private static List<String[]> listening(int port) throws IOException {
    String suffix = String.format(":%04X", port);
    return rows().stream().filter(row -> row[LOCAL_ADDRESS].endsWith(suffix)).toList();
  }

  private static List<String[]> rows() throws IOException {
    List<String[]> rows = new java.util.ArrayList<>();
    for (Path table : TABLES) {
      if (Files.exists(table)) {
        for (String line : Files.readAllLines(table)) {
          String[] columns = line.strip().split("\\s+");
          if (columns.length > INODE && columns[STATE].equals(LISTENING)) {
            rows.add(columns);
          }
        }
      }
    }
    return rows;
  }

  private static OptionalInt descriptor(String inode) throws IOException {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : open) {
        if (isSocket(each, inode)) {
          return OptionalInt.of(Integer.parseInt(each.getFileName().toString()));
        }
      }
    }
    return OptionalInt.empty();
  }

  private static boolean isSocket(Path descriptor, String inode) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString().equals("socket:[" + inode + "]");
    } catch (NoSuchFileException closedMeanwhile) {
      return false;
    }
  }

  /** How many wait to be accepted; empty where it cannot be told. */
  OptionalInt length() {
    try {
      return rows().stream()
          .filter(row -> row[INODE].equals(inode))
          .mapToInt(row -> Integer.parseInt(row[QUEUES].split(":", -1)[1], HEXADECIMAL))
          .findFirst();
    } catch (IOException | RuntimeException e) {
      LOG.debug("the queue of socket {} cannot be seen", inode, e);
      return OptionalInt.empty();
    }
  }

  /**
   * Stops new connections. Connections in progress are completed. The kernels of other clients
   * retry after a second, and are refused if the port is closed by then, so these clients know at
   * once that nothing has arrived, and try elsewhere.
   *
   * @return false if the kernel does not support it
   */
  boolean letNobodyBegin() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment program = arena.allocate(DROP_SYN.length * FILTER_INSTRUCTION_BYTES, 8);
      for (int at = 0; at < DROP_SYN.length; at++) {
        program.setAtIndex(ValueLayout.JAVA_INT, 2L * at, DROP_SYN[at][0]);
        program.setAtIndex(ValueLayout.JAVA_INT, 2L * at + 1, DROP_SYN[at][1]);
      }
      MemorySegment filter = arena.allocate(FILTER_HEAD_BYTES, 8);
      filter.set(ValueLayout.JAVA_SHORT, 0, (short) DROP_SYN.length);
      filter.set(ValueLayout.ADDRESS, 8, program);
      return (int)
              setsockopt()
                  .invokeExact(
                      descriptor, SOL_SOCKET, SO_ATTACH_FILTER, filter, (int) FILTER_HEAD_BYTES)
          == 0;
    } catch (Throwable e) {
      LOG.debug("no filter for socket {}", inode, e);
      return false;
    }
  }

  private static MethodHandle setsockopt() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("setsockopt"),
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT));
  }
}
