package org.bora.api.put;

import java.time.Instant;
import java.util.Objects;

/** A file as it was seen: written anew it has another time, to the nanosecond. */
public record SeenFile(long size, Instant modifiedAt) {
  public SeenFile {
    Objects.requireNonNull(modifiedAt, "modifiedAt");
  }
}
