package org.bora.launcher.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.bora.launcher.check.Half;
import org.junit.jupiter.api.Test;

class ControlsTest {
  private static final Set<String> OF_A_FRONTEND =
      Set.of("calls", "drain", "reload", "audit-reopen", "backends", "api");

  @Test
  void whatDoesNotWorkIsNamedAndNothingElse() {
    assertEquals(
        List.of(
            "`bora config reload` without --url",
            "`bora drain` without --url, also when the service is stopped",
            "the calls in `bora status`"),
        Controls.lost(Half.ALL, Set.of("calls", "drain", "reload")));
    assertEquals(
        List.of("`bora rebuild`", "`bora publish`", "what asks for tomorrow"),
        Controls.lost(Half.ALL, Set.of("tomorrow", "rebuild", "publish")));
  }

  @Test
  void whatBackendsAreAskedWorksWithoutTheSocketOfAFrontend() {
    assertEquals(
        List.of(
            "`bora config reload` without --url",
            "`bora drain` without --url, also when the service is stopped",
            "`bora status`, which says that it does not answer",
            "`bora audit reopen`",
            "`bora config diff` without files and --url"),
        Controls.lost(Half.FRONTEND, OF_A_FRONTEND));
  }

  @Test
  void whatBackendsAreAskedDoesNotWorkWithoutTheirSocket() {
    String looks =
        "without --url `bora requests`, `surl`, `bans`, `areas`, `space`, `recalls`, `tape` with"
            + " all its verbs, `doors`, `callers`, `policy explain --running`";
    List<String> both = List.of("`bora config diff` without files and --url", looks);
    assertEquals(both, Controls.lost(Half.BACKEND, Set.of("api")));
    assertEquals(both, Controls.lost(Half.ALL, Set.of("api")));
  }
}
