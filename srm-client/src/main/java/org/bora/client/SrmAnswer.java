package org.bora.client;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What an SRM answers to the wish to read or write one file. */
public sealed interface SrmAnswer {

  /**
   * The file can be read, or written.
   *
   * @param token of the request, for everything that follows
   * @param turl where
   * @param size of the file in bytes, where the server told it
   */
  record Ready(String token, String turl, OptionalLong size) implements SrmAnswer {
    public Ready {
      Objects.requireNonNull(token, "token");
      Objects.requireNonNull(turl, "turl");
      Objects.requireNonNull(size, "size");
    }
  }

  /**
   * Not yet.
   *
   * @param waitSeconds what the server thinks it will take
   */
  record Queued(String token, OptionalInt waitSeconds) implements SrmAnswer {
    public Queued {
      Objects.requireNonNull(token, "token");
      Objects.requireNonNull(waitSeconds, "waitSeconds");
    }
  }

  /**
   * No.
   *
   * @param code of GFD.129 section 3.2, such as {@code SRM_INVALID_PATH}, or whatever was sent
   * @param reason what the server said, as one line; may be empty
   */
  record Refused(String code, String reason) implements SrmAnswer {
    public Refused {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
