package org.bora.backend.turl;

import java.util.List;
import org.bora.api.word.ReturnStatus;

/** Chooses the transfer protocol and server once per request, and builds the TURLs of its files. */
public interface Turls {

  /** The protocol and server of one request. */
  interface Way {

    /** The TURL of a physical path, percent-encoded where RFC 3986 wants it. */
    String turl(String physical);

    /** Whether who writes there holds the file ({@link org.bora.storage.spi.OpenFile#hold}). */
    default boolean isHeld() {
      return false;
    }
  }

  /** The choice for a request, or why there is none. */
  sealed interface Choice {
    record Through(Way way) implements Choice {}

    /** SRM_NOT_SUPPORTED (no common protocol) or SRM_INTERNAL_ERROR (no healthy server: retry). */
    record None(ReturnStatus status) implements Choice {}
  }

  /** The first protocol of the client's list that is served here; empty list: ours. */
  Choice choose(List<String> protocols);
}
