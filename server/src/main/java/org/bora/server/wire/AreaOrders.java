package org.bora.server.wire;

import java.util.List;
import java.util.Optional;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.backend.area.AreaGate;
import org.bora.backend.area.AreaGates;
import org.bora.server.status.Trouble;

/** Questions and orders of administrators about the roots of areas. */
final class AreaOrders {
  private static final String UNDONE = "nothing was changed";

  private AreaOrders() {}

  /** {@code adopt}: makes the present root directory the area. */
  static List<AdminRoute> of(AreaGates gates) {
    return List.of(AdminRoute.rescue("POST", "/v1/areas/{name}/adopt", call -> adopt(gates, call)));
  }

  /** The areas that this backend does not serve, with the reasons. */
  static List<Trouble> troubles(AreaGates gates) {
    return gates.withheld().stream().map(why -> new Trouble("area", why)).toList();
  }

  private static AdminReply adopt(AreaGates gates, AdminCall call) throws AdminRefusal {
    String area = call.variable("name");
    Optional<AreaGate> gate = gates.of(area);
    if (gate.isEmpty()) {
      throw AdminRefusal.missing(
          UNDONE, "this backend has no area '" + area + "'", "bora areas lists them");
    }
    Optional<String> why = gate.get().adopt();
    if (why.isPresent()) {
      throw AdminRefusal.conflict(
          UNDONE, "area " + area + " is not served: " + why.get(), "then adopt it again");
    }
    return AdminReply.told(
        List.of(
            "area "
                + area
                + " is "
                + gate.get().root()
                + " from now on; backends with another directory at its root refuse to"
                + " serve it within 10 s, and what they store until then stays in"
                + " that directory"));
  }
}
