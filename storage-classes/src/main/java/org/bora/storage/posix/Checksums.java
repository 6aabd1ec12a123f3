package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.Adler32;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.spi.StorageException;

/** Computes ADLER32 (RFC 1950 section 8.2) of a file by reading it once. */
final class Checksums {
  /** Large enough that the calls do not count, small enough for hundreds at the same time. */
  private static final int BUFFER_BYTES = 1024 * 1024;

  private Checksums() {}

  static String adler32(CallFrame frame, Handle file, long size) throws StorageException {
    Adler32 sum = new Adler32();
    if (size > 0) {
      FileCalls.adviseSequential(file.descriptor());
      MemorySegment buffer = frame.allocate(Math.min(size, BUFFER_BYTES));
      ByteBuffer bytes = buffer.asByteBuffer();
      long position = 0;
      while (true) {
        long read = FileCalls.pread(frame, file.descriptor(), buffer, position);
        if (read == 0) {
          break;
        }
        if (read != -Errno.EINTR) {
          file.check(read, "pread");
          position += read;
          sum.update(bytes.limit((int) read).position(0));
        }
      }
    }
    return ChecksumText.digits(sum.getValue());
  }
}
