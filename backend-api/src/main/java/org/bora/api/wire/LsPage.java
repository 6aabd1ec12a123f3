package org.bora.api.wire;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.directory.LsEntry;
import org.bora.api.word.ReturnStatus;

/**
 * One message of a listing.
 *
 * @param status of the whole, in the first one
 * @param token token of a listing that continues after the call; in the first page
 */
record LsPage(Optional<ReturnStatus> status, Optional<String> token, List<LsEntry> entries) {
  LsPage {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(token, "token");
    entries = List.copyOf(entries);
  }
}
