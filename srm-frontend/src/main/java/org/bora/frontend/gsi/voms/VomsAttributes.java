package org.bora.frontend.gsi.voms;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bora.api.word.Fqan;

/** What the VOMS attribute certificates of a chain are worth. */
public sealed interface VomsAttributes {

  /**
   * Every attribute certificate of a VO this site knows is good; the list may be empty.
   *
   * @param fqans the primary one first
   * @param validUntil when the first of the attribute certificates ends; {@link Instant#MAX}
   *     without any
   */
  record Verified(List<Fqan> fqans, Instant validUntil) implements VomsAttributes {

    public Verified {
      fqans = List.copyOf(fqans);
      Objects.requireNonNull(validUntil, "validUntil");
    }
  }

  /**
   * At least one attribute certificate of a VO this site knows is not good.
   *
   * @param reason a sentence for the user
   */
  record Invalid(String reason) implements VomsAttributes {

    public Invalid {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
