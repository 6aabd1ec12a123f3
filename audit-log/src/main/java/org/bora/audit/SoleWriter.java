package org.bora.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps other processes from writing the same file. The lock is on a separate file, which is never
 * rotated; the kernel releases the lock when its holder ends.
 */
final class SoleWriter implements AutoCloseable {

  private final FileChannel channel;

  private SoleWriter(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @throws IOException where another process has it
   */
  static SoleWriter of(Path file) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".lock");
    FileChannel channel =
        FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new SoleWriter(channel);
      }
    } catch (OverlappingFileLockException thisProcess) {
      // refused like any other
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new IOException(
        "another process writes the audit log "
            + file
            + ": end it, or give each its own audit.directory");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
