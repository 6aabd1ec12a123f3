package org.bora.backend.space;

import java.util.Objects;
import java.util.UUID;

/**
 * A space has too few free bytes. Thrown inside a transaction, which must then be rolled back,
 * because some of the bytes may already be taken.
 */
public final class Shortage extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final UUID space;
  private final long free;

  Shortage(UUID space, long free) {
    super("space " + space + " has " + free + " bytes free");
    this.space = Objects.requireNonNull(space, "space");
    this.free = free;
  }

  public UUID space() {
    return space;
  }

  /** Bytes, at the moment of the refusal; negative where more is in use than there is. */
  public long free() {
    return free;
  }
}
