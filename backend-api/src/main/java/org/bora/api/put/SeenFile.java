package org.bora.api.put;

import java.time.Instant;
import java.util.Objects;

/** A file as it was seen: told apart by size and time of modification, as by its ETag. */
public record SeenFile(long size, Instant modifiedAt) {
  public SeenFile {
    Objects.requireNonNull(modifiedAt, "modifiedAt");
  }
}
