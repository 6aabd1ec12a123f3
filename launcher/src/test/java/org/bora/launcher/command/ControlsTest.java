package org.bora.launcher.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ControlsTest {

  @Test
  void whatDoesNotWorkIsNamedAndNothingElse() {
    assertEquals(
        List.of(
            "`bora config reload` without --url",
            "`bora drain` without --url, also when the service is stopped",
            "the calls in `bora status`"),
        Controls.lost(Set.of("calls", "drain", "reload")));
    assertEquals(
        List.of("`bora rebuild`", "`bora publish`", "what asks for tomorrow"),
        Controls.lost(Set.of("tomorrow", "rebuild", "publish")));
  }
}
