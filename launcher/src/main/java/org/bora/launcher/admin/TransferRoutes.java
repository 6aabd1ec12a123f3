package org.bora.launcher.admin;

import java.util.List;
import java.util.Objects;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.admin.Refused;
import org.bora.api.figures.TransferFigures;
import org.bora.files.Transfers;

/** {@code /v1/transfers}: what the doors of this process move now. */
public final class TransferRoutes {
  private static final int MOST = 1_000;

  private final Transfers transfers;

  public TransferRoutes(Transfers transfers) {
    this.transfers = Objects.requireNonNull(transfers, "transfers");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/transfers", _ -> AdminReply.json(new Running(transfers.list(MOST)))),
        AdminRoute.change("DELETE", "/v1/transfers/{id}", this::end));
  }

  private record Running(List<TransferFigures> transfers) {}

  private record Ended(String ended) {}

  private AdminReply end(AdminCall call) throws Refused {
    String id = call.variable("id");
    if (!transfers.end(id)) {
      throw Refused.missing(
          "nothing was changed",
          "this process moves nothing under this identifier (any more)",
          "ask the administrators' port of the door that the transfer runs at");
    }
    return AdminReply.json(new Ended(id));
  }
}
