package org.bora.api.request;

import java.util.Objects;
import java.util.OptionalInt;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * The remaining lifetimes of a file and its pin (TSURLLifetimeReturnStatus), in seconds; -1: for
 * ever.
 */
public record LifetimeStatus(
    Surl surl, ReturnStatus status, OptionalInt fileLifetime, OptionalInt pinLifetime) {

  public LifetimeStatus {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(fileLifetime, "fileLifetime");
    Objects.requireNonNull(pinLifetime, "pinLifetime");
  }
}
