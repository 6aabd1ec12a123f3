package org.bora.api.space;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;

/** A space (TMetaDataSpace). Sizes in bytes; lifetimes in seconds, -1 for ever. */
public record SpaceDetail(String token, ReturnStatus status, Optional<SpaceFigures> figures) {

  public SpaceDetail {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(figures, "figures");
  }
}
