package org.bora.server.admin;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.admin.AdminRoute;
import org.bora.server.config.Differences;

/**
 * {@code /v1/config/diff}: the changes in the file that a reload would apply, and those that need a
 * restart.
 */
public final class DiffRoutes {
  private final Supplier<Differences> differences;

  public DiffRoutes(Supplier<Differences> differences) {
    this.differences = Objects.requireNonNull(differences, "differences");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(AdminRoute.look("/v1/config/diff", Differences.class, _ -> differences.get()));
  }
}
