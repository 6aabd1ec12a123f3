package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * How the caller and the caller's organisation stand in the areas that were asked about.
 *
 * @param quotas none for areas without quotas
 */
public record QuotaReply(ReturnStatus status, List<QuotaStanding> quotas) implements Reply {

  public QuotaReply {
    Objects.requireNonNull(status, "status");
    quotas = List.copyOf(quotas);
  }
}
