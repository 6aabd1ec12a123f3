package org.bora.gridftp.copy;

import java.util.Objects;
import java.util.Optional;

/** What came of a copy. */
public sealed interface CopyEnd {

  /**
   * The file is there, and both servers agree on what it is.
   *
   * @param bytes its size
   * @param adler32 eight hexadecimal digits; empty where it was not asked for or one of the servers
   *     cannot tell
   */
  record Copied(long bytes, Optional<String> adler32) implements CopyEnd {
    public Copied {
      Objects.requireNonNull(adler32, "adler32");
    }
  }

  /**
   * It is not.
   *
   * @param reason one sentence for people: which server, and what it said
   */
  record Failed(Blame blame, String reason) implements CopyEnd {
    public Failed {
      Objects.requireNonNull(blame, "blame");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** It was stopped on request. */
  record Aborted() implements CopyEnd {}

  /** Where a failure lies. */
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
