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
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** Computes ADLER32 (RFC 1950 section 8.2), and SHA-256 if wanted, in one pass. */
final class Checksums {
  /**
   * Holes are looked for where at least so many bytes are not on disk: fewer are read in seconds,
   * and a filesystem that compresses has smaller files than this without a hole.
   */
  static final long WORTH_SKIPPING = 1L << 30;

  /** Large enough that the calls do not count, small enough for hundreds at the same time. */
  private static final int BUFFER_BYTES = 1024 * 1024;

  private Checksums() {}

  static String adler32(CallFrame frame, Handle file, long size) throws StorageException {
    return of(frame, file, size, false, bytes -> {}).adler32();
  }

  /**
   * The checksums of a file.
   *
   * @param sha256 empty if it was not wanted
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

  /**
   * The ADLER32 of a file that only uploads have written. Holes are not read: they are zeros. Only
   * a tape system makes other holes, and only in finished files.
   *
   * @param before attributes of the file
   * @param pace gets the size of each piece, and 0 for each hole
   */
  static String ofUpload(CallFrame frame, Handle file, Stat before, Residences.Pace pace)
      throws StorageException {
    if (before.size() - before.allocated() < WORTH_SKIPPING || !tellsHoles(frame, file)) {
      return of(frame, file, before.size(), false, pace).adler32();
    }
    // some filesystems tell holes of what is in memory only (OpenZFS issue 15526)
    file.sync(frame);
    AdlerSum sum = new AdlerSum();
    MemorySegment buffer = frame.allocate(BUFFER_BYTES);
    long position = 0;
    while (position < before.size()) {
      long data = seek(file, before, FileCalls.seekData(frame, file.descriptor(), position));
      sum.zeros(data - position);
      pace.read(0);
      long hole =
          data == before.size()
              ? data
              : seek(file, before, FileCalls.seekHole(frame, file.descriptor(), data));
      for (position = data; position < hole; ) {
        position += piece(frame, file, buffer, position, hole, sum);
        pace.read(buffer.byteSize());
      }
    }
    return sum.digits();
  }

  private static boolean tellsHoles(CallFrame frame, Handle file) {
    long data = FileCalls.seekData(frame, file.descriptor(), 0);
    return data >= 0 || data == -Errno.ENXIO;
  }

  /** The position of a search, at most the end of the file. */
  private static long seek(Handle file, Stat before, long outcome) throws StorageException {
    if (outcome == -Errno.ENXIO) {
      return before.size();
    }
    file.check(outcome, "lseek");
    return Math.min(outcome, before.size());
  }

  private static long piece(
      CallFrame frame, Handle file, MemorySegment buffer, long from, long to, AdlerSum sum)
      throws StorageException {
    MemorySegment wanted = buffer.asSlice(0, Math.min(to - from, buffer.byteSize()));
    long read = FileCalls.pread(frame, file.descriptor(), wanted, from);
    if (read == -Errno.EINTR) {
      return 0;
    }
    file.check(read, "pread");
    if (read == 0) {
      throw new StorageException(Reason.BUSY, "'" + file.where() + "' became shorter");
    }
    sum.bytes(wanted.asSlice(0, read).asByteBuffer());
    return read;
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
