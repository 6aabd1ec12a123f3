package org.bora.server.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The lock of a home: only one Bora can run in it. The kernel releases the lock when the process
 * dies.
 */
public final class InstanceLock implements AutoCloseable {
  private final FileChannel channel;

  private InstanceLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Empty when another process has it. */
  public static Optional<InstanceLock> take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new InstanceLock(channel));
      }
    } catch (OverlappingFileLockException sameProcess) {
      // counts as taken
    }
    channel.close();
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
