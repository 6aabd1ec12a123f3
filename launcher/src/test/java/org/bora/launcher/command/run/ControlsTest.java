package org.bora.launcher.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.bora.launcher.check.Half;
import org.junit.jupiter.api.Test;

class ControlsTest {
  private static final Set<String> OF_A_FRONTEND = Set.of("reload", "audit-reopen", "api");

  private static final String OF_ROUTES =
      "`bora drain` without --url, also when the service is stopped, `bora status`, which says that"
          + " it does not answer, `bora config diff` without files and --url";

  @Test
  void whatDoesNotWorkIsNamedAndNothingElse() {
    assertEquals(
        List.of("`bora config reload` without --url", "the health check of an image"),
        Controls.lost(Half.ALL, Set.of("health", "reload")));
    assertEquals(
        List.of("`bora rebuild`", "`bora publish`", "what asks for tomorrow"),
        Controls.lost(Half.ALL, Set.of("tomorrow", "rebuild", "publish")));
  }

  @Test
  void whatBackendsAreAskedWorksWithoutTheSocketOfAFrontend() {
    assertEquals(
        List.of("`bora config reload` without --url", "`bora audit reopen`", OF_ROUTES),
        Controls.lost(Half.FRONTEND, OF_A_FRONTEND));
  }

  @Test
  void whatBackendsAreAskedDoesNotWorkWithoutTheirSocket() {
    String looks =
        "without --url `bora requests`, `surl`, `bans`, `areas`, `space`, `recalls`, `tape` with"
            + " all its verbs, `doors`, `callers`, `policy explain --running`";
    List<String> both = List.of(OF_ROUTES, looks);
    assertEquals(both, Controls.lost(Half.BACKEND, Set.of("api")));
    assertEquals(both, Controls.lost(Half.ALL, Set.of("api")));
  }
}
