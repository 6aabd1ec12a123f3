package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.Surl;

/**
 * srmExtendFileLifeTime: the lifetimes of pins (with a token) or of files (without one). Seconds
 * from now; -1: for ever.
 */
public record ExtendRequest(
    Optional<String> token, List<Surl> surls, OptionalInt fileLifetime, OptionalInt pinLifetime) {

  public ExtendRequest {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(fileLifetime, "fileLifetime");
    Objects.requireNonNull(pinLifetime, "pinLifetime");
    surls = List.copyOf(surls);
  }
}
