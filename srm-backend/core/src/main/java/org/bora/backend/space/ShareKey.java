package org.bora.backend.space;

import java.util.Comparator;
import java.util.Objects;
import java.util.UUID;

/** The key of one share of a space. All code locks shares in this order. */
record ShareKey(UUID space, int share) implements Comparable<ShareKey> {
  private static final Comparator<ShareKey> ORDER =
      Comparator.comparing((ShareKey key) -> key.space.toString())
          .thenComparingInt(ShareKey::share);

  ShareKey {
    Objects.requireNonNull(space, "space");
  }

  @Override
  public int compareTo(ShareKey other) {
    return ORDER.compare(this, other);
  }
}
