package org.bora.api.put;

import java.time.Instant;
import java.util.Objects;

/** A version of a file, identified by size and modification time, as its ETag is. */
public record SeenFile(long size, Instant modifiedAt) {
  public SeenFile {
    Objects.requireNonNull(modifiedAt, "modifiedAt");
  }
}
