package org.bora.server.admin;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.server.admin.RunningConfiguration.ShownConfiguration;
import org.bora.server.drain.Drain;
import org.bora.server.drain.DrainState;
import org.bora.server.status.ProcessState;

/**
 * What every process answers: its name and version, its configuration, and whether it is being
 * taken out of service.
 */
public final class ProcessRoutes {
  /** Orders of {@code POST /v1/drain}. */
  public static final String BEGIN = "begin";

  public static final String UNDO = "undo";
  public static final String CLOSE = "close";

  private final Supplier<ProcessState> state;
  private final RunningConfiguration configuration;
  private final Drain drain;

  public ProcessRoutes(
      Supplier<ProcessState> state, RunningConfiguration configuration, Drain drain) {
    this.state = Objects.requireNonNull(state, "state");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.drain = Objects.requireNonNull(drain, "drain");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/status", ProcessState.class, _ -> state.get()),
        AdminRoute.look("/v1/config", ShownConfiguration.class, _ -> configuration.shown()),
        AdminRoute.look("/v1/drain", DrainState.class, _ -> drain.now()),
        AdminRoute.rescue(
            "POST",
            "/v1/drain",
            DrainState.class,
            call -> ordered(call.body().texts(Set.of("order")))));
  }

  private DrainState ordered(Map<String, String> body) throws AdminRefusal {
    String order = body.getOrDefault("order", "");
    try {
      return switch (order) {
        case BEGIN -> drain.begin();
        case UNDO -> drain.undo();
        case CLOSE -> drain.close();
        default ->
            throw AdminRefusal.mistake(
                "nothing was changed", "order is '" + order + "'", "order begin, undo or close");
      };
    } catch (Drain.TooLate late) {
      throw AdminRefusal.conflict("nothing was changed", late.getMessage(), "restart this process");
    }
  }
}
