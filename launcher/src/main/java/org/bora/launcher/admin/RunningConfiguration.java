package org.bora.launcher.admin;

import java.util.Objects;
import java.util.function.Supplier;
import org.bora.launcher.config.Configuration;

/** The configuration that a process goes by now; a reload gives it another. Thread safe. */
public final class RunningConfiguration implements Supplier<Configuration> {
  private volatile Configuration now;

  public RunningConfiguration(Configuration first) {
    now = Objects.requireNonNull(first, "first");
  }

  @Override
  public Configuration get() {
    return now;
  }

  /** From now on this one holds. */
  public void change(Configuration next) {
    now = Objects.requireNonNull(next, "next");
  }
}
