package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * A page of a directory, in order.
 *
 * @param next the key after which the rest begins; empty if this is the last page
 */
public record OrderedLsReply(ReturnStatus status, List<OrderedEntry> entries, String next)
    implements Reply {

  public OrderedLsReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(next, "next");
    entries = List.copyOf(entries);
  }

  /** Nothing, for this reason. */
  public static OrderedLsReply refused(ReturnStatus status) {
    return new OrderedLsReply(status, List.of(), "");
  }
}
