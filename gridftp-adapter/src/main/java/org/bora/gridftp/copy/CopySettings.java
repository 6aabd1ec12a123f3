package org.bora.gridftp.copy;

import java.time.Duration;

/**
 * How files are copied between GridFTP servers.
 *
 * @param streams connections that carry one file at the same time; 1 to 64
 * @param stallTimeout how long a transfer may show no progress before it is given up; servers tell
 *     every 5 s how far they are, so 15 s to 24 h
 * @param answerTimeout how long a server may take to answer one command; 1 s to 10 min
 * @param checksum whether both servers are asked for the ADLER32 of the file afterwards; each reads
 *     it once more for that
 */
public record CopySettings(
    int streams, Duration stallTimeout, Duration answerTimeout, boolean checksum) {

  private static final int MOST_STREAMS = 64;

  public CopySettings {
    if (streams < 1 || streams > MOST_STREAMS) {
      throw new IllegalArgumentException(
          "streams %d are not within 1 to %d".formatted(streams, MOST_STREAMS));
    }
    require("stall time-out", stallTimeout, Duration.ofSeconds(15), Duration.ofHours(24));
    require("answer time-out", answerTimeout, Duration.ofSeconds(1), Duration.ofMinutes(10));
  }

  /** Four streams, three minutes without progress, a checksum at the end. */
  public static CopySettings defaults() {
    return new CopySettings(4, Duration.ofMinutes(3), Duration.ofMinutes(1), true);
  }

  private static void require(String what, Duration given, Duration least, Duration most) {
    if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s %s is not within %s to %s".formatted(what, given, least, most));
    }
  }
}
