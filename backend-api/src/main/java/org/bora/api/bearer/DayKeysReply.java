package org.bora.api.bearer;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The keys that doors use.
 *
 * @param keys of all days whose keys may still be in use, all of the current generation
 */
public record DayKeysReply(ReturnStatus status, List<DayKey> keys) implements Reply {

  public DayKeysReply {
    Objects.requireNonNull(status, "status");
    keys = List.copyOf(keys);
  }
}
