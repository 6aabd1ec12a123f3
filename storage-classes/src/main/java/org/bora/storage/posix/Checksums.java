package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.Adler32;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;

/** Computes ADLER32 (RFC 1950 section 8.2), and SHA-256 where it is wanted, by reading once. */
final class Checksums {
  /** Large enough that the calls do not count, small enough for hundreds at the same time. */
  private static final int BUFFER_BYTES = 1024 * 1024;

  private Checksums() {}

  static String adler32(CallFrame frame, Handle file, long size) throws StorageException {
    return of(frame, file, size, false, bytes -> {}).adler32();
  }

  /**
   * What the bytes of a file are, in few digits.
   *
   * @param sha256 empty where it was not wanted
   */
  record Digests(String adler32, Optional<String> sha256) {

    /** What is not as expected, in words; empty where all is. */
    String difference(String expectedAdler32, Optional<String> expectedSha256) {
      if (!adler32.equals(expectedAdler32)) {
        return "ADLER32 is " + adler32 + " and should be " + expectedAdler32;
      }
      if (expectedSha256.isPresent() && !sha256.equals(expectedSha256)) {
        return "SHA-256 is " + sha256.orElse("-") + " and should be " + expectedSha256.get();
      }
      return "";
    }
  }

  /** Reads a file to its end. */
  static Digests of(
      CallFrame frame, Handle file, long size, boolean withSha256, Residences.Pace pace)
      throws StorageException {
    Adler32 sum = new Adler32();
    Optional<MessageDigest> sha256 = withSha256 ? Optional.of(sha256()) : Optional.empty();
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
          sha256.ifPresent(digest -> digest.update(bytes.limit((int) read).position(0)));
          pace.read(read);
        }
      }
    }
    return new Digests(
        ChecksumText.digits(sum.getValue()),
        sha256.map(digest -> HexFormat.of().formatHex(digest.digest())));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
