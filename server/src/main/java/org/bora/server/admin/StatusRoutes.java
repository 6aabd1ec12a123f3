package org.bora.server.admin;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.server.status.Health;

/**
 * {@code /v1/health}: the health of this process, as {@code bora status} shows it. Unlike {@code
 * /v1/status}, it connects to GridFTP servers and reads files.
 */
public final class StatusRoutes {

  /** What {@code bora status --json} prints. */
  @FunctionalInterface
  public interface Told {
    Health now() throws IOException;
  }

  private final Told status;

  public StatusRoutes(Told status) {
    this.status = Objects.requireNonNull(status, "status");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(AdminRoute.look("/v1/health", Health.class, _ -> health()));
  }

  private Health health() throws AdminRefusal {
    try {
      return status.now();
    } catch (IOException unreadable) {
      throw new AdminRefusal(
          503,
          "it could not be found out",
          String.valueOf(unreadable.getMessage()),
          "look on its machine: bora status");
    }
  }
}
