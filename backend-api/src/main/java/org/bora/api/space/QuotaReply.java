package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The quotas of the caller and of the caller's organisation, in the requested areas.
 *
 * @param quotas empty for areas without quotas
 */
public record QuotaReply(ReturnStatus status, List<QuotaStanding> quotas) implements Reply {

  public QuotaReply {
    Objects.requireNonNull(status, "status");
    quotas = List.copyOf(quotas);
  }
}
