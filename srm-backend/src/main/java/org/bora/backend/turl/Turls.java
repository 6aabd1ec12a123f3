package org.bora.backend.turl;

import java.util.List;
import org.bora.api.word.ReturnStatus;
import org.bora.gridftp.door.Door;

/** Chooses a door once per request and builds the TURLs of its files. */
public interface Turls {

  /** The door for a request, or why there is none. */
  sealed interface Choice {
    record Through(Door door) implements Choice {}

    /** SRM_NOT_SUPPORTED (no common protocol) or SRM_INTERNAL_ERROR (no healthy door: retry). */
    record None(ReturnStatus status) implements Choice {}
  }

  /** The first protocol of the client's list that a configured door speaks; empty list: ours. */
  Choice choose(List<String> protocols);

  /** {@code gsiftp://host:port/physical/path}, percent-encoded where RFC 3986 wants it. */
  String turl(Door door, String physical);
}
