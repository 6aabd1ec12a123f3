package org.bora.server.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.figures.LinkFigures;
import org.bora.server.control.SilentProcess;
import org.bora.server.drain.Drain;
import org.bora.server.drain.Drainable;
import org.bora.server.drain.Left;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class HealthTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final LinkFigures READY = new LinkFigures("be1:8445", true, 3, 70, "");
  private static final LinkFigures REFUSED =
      new LinkFigures("be2:8445", false, 0, 12, "it does not know this frontend");

  private final Drain drain = new Drain("frontend", List.of(new Busy()), state -> {});

  private static final class Busy implements Drainable {
    @Override
    public void begin() {}

    @Override
    public boolean undo() {
      return true;
    }

    @Override
    public List<Left> left() {
      return List.of(new Left("connections-in-use", 2, "2 connections in use"));
    }
  }

  private static StateSources frontend(LinkFigures... backends) {
    StateSources sources = new StateSources("frontend", "1.0", Clock.systemUTC());
    sources.backends(() -> List.of(backends));
    return sources;
  }

  @Test
  void aFrontendWithoutABackendThatItCanUseIsNotReadyAndSaysWhy() {
    Health health = Health.of(List.of(frontend(REFUSED).now(drain)));
    assertFalse(health.ready());
    assertTrue(health.runs());
    String lines = String.join("\n", health.lines());
    assertTrue(lines.contains("problem: no backend can be used"), lines);
    assertTrue(
        lines.contains("backend be2:8445 not usable for 12 s: it does not know this frontend"),
        lines);
  }

  @Test
  void aFrontendWithOneOfTwoBackendsIsReadyAndListsBoth() {
    Health health = Health.of(List.of(frontend(READY, REFUSED).now(drain)));
    assertTrue(health.ready());
    String lines = String.join("\n", health.lines());
    assertTrue(lines.contains("backend be1:8445 ready for 1 min 10 s, 3 calls in hand"), lines);
    assertTrue(lines.contains("backend be2:8445 not usable"), lines);
  }

  @Test
  void whatDrainsIsNotReadyAndSaysWhatIsLeft() {
    drain.begin();
    Health health = Health.of(List.of(frontend(READY).now(drain)));
    assertFalse(health.ready());
    assertTrue(health.lines().getFirst().endsWith("draining; 2 connections in use"));
  }

  @Test
  void aCertificateIsToldOfTwoWeeksBeforeItExpiresAndARevocationListADay() {
    StateSources sources = new StateSources("frontend", "1.0", Clock.fixed(NOON, ZoneOffset.UTC));
    sources.backends(() -> List.of(READY));
    sources.certificates(
        () ->
            List.of(
                new CertificateEnd("host_certificate", NOON.plus(Duration.ofDays(14))),
                new CertificateEnd("revocation_list", NOON.plus(Duration.ofDays(1)))));
    ProcessState before = sources.now(drain);
    assertEquals(2, before.certificates().size());
    assertEquals(List.of(), before.expiring());
    sources.certificates(
        () ->
            List.of(
                new CertificateEnd("link_certificate", NOON.plusSeconds(14 * 86_400 - 1)),
                new CertificateEnd("link_revocation_list", NOON.plusSeconds(86_400 - 1)),
                new CertificateEnd("admin_authority", NOON.minusSeconds(1))));
    ProcessState soon = sources.now(drain);
    assertTrue(soon.ready(), "it still serves");
    assertEquals(
        List.of(
            "the admin authority expired on 2026-11-21T11:59:59Z;"
                + " renew it as docs/operate/alerts.md says",
            "the link certificate expires in 13 d 23 h, on 2026-12-05T11:59:59Z;"
                + " renew it as docs/operate/alerts.md says",
            "the link revocation list expires in 23 h 59 min, on 2026-11-22T11:59:59Z;"
                + " renew it as docs/operate/alerts.md says"),
        soon.expiring());
    String lines = String.join("\n", Health.of(List.of(soon)).lines());
    assertTrue(lines.contains("warning: the link certificate expires in 13 d"), lines);
  }

  @Test
  void theFirstOfAKindIsTold() {
    StateSources sources = frontend(READY);
    for (int later : new int[] {2, 1, 3}) {
      sources.certificates(
          () -> List.of(new CertificateEnd("host_certificate", NOON.plusSeconds(later))));
    }
    assertEquals(
        List.of(new CertificateEnd("host_certificate", NOON.plusSeconds(1))),
        sources.certificates());
  }

  @Test
  void programsReadWhatPeopleRead() {
    StateSources sources = frontend(READY, REFUSED);
    sources.alarms(() -> 4);
    sources.certificates(() -> List.of(new CertificateEnd("link_certificate", NOON)));
    sources.trouble(() -> List.of(new Trouble("area", "area atlas is not served")));
    CallState.Work work = new CallState.Work("read", 1, 16, Map.of("atlas", 3), 7, 20, 0);
    sources.calls(() -> new CallState(4, 2, List.of(work)));
    drain.begin();
    Health health = Health.of(List.of(sources.now(drain)));
    JsonMapper json = JsonMapper.builder().build();
    assertEquals(health, json.readValue(json.writeValueAsString(health), Health.class));
  }

  @Test
  void whatRunsAndDoesNotAnswerIsTold() throws Exception {
    Asking silent =
        () -> {
          throw new SilentProcess(Path.of("control"), "api", Duration.ofSeconds(10));
        };
    assertEquals(Optional.empty(), Health.ask("backend", Optional.empty(), Optional::empty));
    for (Asking asked : List.<Asking>of(silent, Optional::empty)) {
      Health health = Health.of(Health.ask("backend", Optional.of(17L), asked).stream().toList());
      assertTrue(health.runs());
      assertFalse(health.ready());
      assertEquals("backend   process 17  does not answer", health.lines().getFirst());
    }
  }
}
