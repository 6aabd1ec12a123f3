package org.bora.frontend.soap;

import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Identifiers of calls: 16 hexadecimal digits, in no order. */
public final class TraceIds implements Supplier<String> {
  private final RandomGenerator random;

  /**
   * @param random used by many threads at once
   */
  public TraceIds(RandomGenerator random) {
    this.random = Objects.requireNonNull(random, "random");
  }

  @Override
  public String get() {
    return HexFormat.of().toHexDigits(random.nextLong());
  }
}
