package org.bora.gridftp.copy;

import java.util.Objects;
import java.util.Optional;

/** The result of a copy. */
public sealed interface CopyEnd {

  /**
   * The file was copied, and both servers agree on its size and checksum.
   *
   * @param bytes its size
   * @param adler32 eight hexadecimal digits; empty if not requested, or if a server cannot compute
   *     it
   */
  record Copied(long bytes, Optional<String> adler32) implements CopyEnd {
    public Copied {
      Objects.requireNonNull(adler32, "adler32");
    }
  }

  /**
   * The file was not copied.
   *
   * @param reason a sentence with the server and its reply
   */
  record Failed(Blame blame, String reason) implements CopyEnd {
    public Failed {
      Objects.requireNonNull(blame, "blame");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** It was stopped on request. */
  record Aborted() implements CopyEnd {}

  /** The cause of a failure. */
  enum Blame {
    /** The server that has the file: not reached, refused, or broke off. */
    SOURCE,
    /** The server that was to get it. */
    TARGET,
    /** Nothing moved for too long, or all of it took too long. */
    TIME,
    /** Both were content, and the copy is not the original. */
    CONTENT
  }
}
