package org.bora.launcher.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.area.AreaGate;
import org.bora.backend.area.AreaGates;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.status.Trouble;

/** What an administrator can ask about the roots of the areas. */
final class AreaVerbs {
  /** {@code adopt NAME}: what is at the root of that area now is the area. */
  static final String ADOPT = "adopt";

  private AreaVerbs() {}

  static Map<String, ControlServer.Verb> of(AreaGates gates) {
    return Map.of(ADOPT, words -> adopt(gates, String.join(" ", words)));
  }

  /** The areas that this backend does not serve, with the reasons. */
  static List<Trouble> troubles(AreaGates gates) {
    return gates.withheld().stream().map(why -> new Trouble("area", why)).toList();
  }

  private static Answer adopt(AreaGates gates, String area) {
    Optional<AreaGate> gate = gates.of(area);
    if (gate.isEmpty()) {
      return new Answer(false, List.of("this backend has no area '" + area + "'"));
    }
    return gate.get()
        .adopt()
        .map(why -> new Answer(false, List.of("area " + area + " is not served: " + why)))
        .orElseGet(
            () ->
                new Answer(
                    true,
                    List.of(
                        "area "
                            + area
                            + " is "
                            + gate.get().root()
                            + " from now on; backends with another directory at its root refuse to"
                            + " serve it within 10 s, and what they store until then stays in"
                            + " that directory")));
  }
}
