package org.bora.launcher.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bora.api.figures.LinkFigures;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.drain.DrainVerb;
import org.junit.jupiter.api.Test;

class HalfStatusTest {
  private static final LinkFigures READY = new LinkFigures("be1:8445", true, 3, 70, "");
  private static final LinkFigures REFUSED =
      new LinkFigures("be2:8445", false, 0, 12, "it does not know this frontend");

  private static HalfStatus frontend(LinkFigures... backends) throws Exception {
    Map<String, ControlServer.Verb> verbs =
        Map.of(
            DrainVerb.NAME,
            _ -> new Answer(true, List.of("serving")),
            BackendsVerb.NAME,
            new BackendsVerb(() -> List.of(backends)));
    return HalfStatus.of("frontend", OptionalLong.of(17), "", Asking.of(verbs));
  }

  @Test
  void aFrontendWithoutABackendThatItCanUseIsNotWellAndSaysWhy() throws Exception {
    HalfStatus status = frontend(REFUSED);
    assertTrue(status.runs());
    String lines = String.join("\n", status.lines());
    assertTrue(lines.contains("in trouble: no backend can be used"), lines);
    assertTrue(
        lines.contains("backend be2:8445 not usable for 12 s: it does not know this frontend"),
        lines);
    assertEquals(false, HalfStatus.told(List.of(status), "").get("ready"));
  }

  @Test
  void aFrontendWithOneOfTwoBackendsIsWellAndListsBoth() throws Exception {
    HalfStatus status = frontend(READY, REFUSED);
    String lines = String.join("\n", status.lines());
    assertTrue(lines.contains("backend be1:8445 ready for 70 s, 3 calls in hand"), lines);
    assertTrue(lines.contains("backend be2:8445 not usable"), lines);
    Map<String, Object> told = HalfStatus.told(List.of(status), "");
    assertEquals(true, told.get("ready"));
    assertEquals(List.of(READY, REFUSED), told.get("backends"));
  }
}
