package org.bora.backend.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.figures.CallError;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.CallTarget;
import org.bora.api.figures.CallerCalls;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.figures.DoorFigures;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.Latency;
import org.bora.api.figures.LinkFigures;
import org.bora.api.figures.OperationCalls;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.figures.ReasonCount;
import org.bora.api.figures.TurnFigures;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What processes tell of themselves, by way of two backends. */
abstract class FleetSuite {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private Database database;
  private Transactions transactions;
  private Fleet one;
  private Fleet other;

  @BeforeEach
  void open(Schemas schemas) {
    database = new Database(schemas.migrated());
    transactions = new Transactions(database, Thread::sleep, new SecureRandom());
    one = new Fleet(transactions, time::instant);
    other = new Fleet(transactions, time::instant);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void whatOneBackendIsToldAnyCanSay() {
    ProcessFigures frontend = figures(Origin.Kind.FRONTEND, "fe1:8444", List.of());
    ProcessFigures backend = figures(Origin.Kind.BACKEND, "be1:8445", List.of());
    one.accept(backend);
    one.accept(frontend);
    assertEquals(List.of(frontend, backend), other.all().processes());
    assertEquals(SmallSite.START, other.all().at());
  }

  @Test
  void theLastWordCounts() {
    one.accept(figures(Origin.Kind.FRONTEND, "fe1:8444", List.of(new CallerCalls("/CN=a", 1))));
    ProcessFigures last =
        figures(Origin.Kind.FRONTEND, "fe1:8444", List.of(new CallerCalls("/CN=ü", 2)));
    other.accept(last);
    assertEquals(List.of(last), one.all().processes());
  }

  @Test
  void whoFallsSilentIsLeftOutAndForgotten() {
    one.accept(figures(Origin.Kind.FRONTEND, "dead:8444", List.of()));
    time.pass(Fleet.SILENCE.plusMillis(1));
    assertEquals(List.of(), one.all().processes());
    one.accept(figures(Origin.Kind.FRONTEND, "alive:8444", List.of()));
    time.pass(Duration.ofMillis(-2));
    assertEquals(1, one.all().processes().size(), "its row is gone");
  }

  @Test
  void aClockThatIsWrongMakesNobodySilentAndNobodyImmortal() {
    ProcessFigures told = figures(Origin.Kind.FRONTEND, "fe1:8444", List.of());
    one.accept(told.heard(SmallSite.START.minusSeconds(3600)));
    assertEquals(List.of(told), other.all().processes(), "it has told this very moment");
    one.accept(told.heard(SmallSite.START.plusSeconds(3600)));
    time.pass(Duration.ofSeconds(20));
    FleetFigures later = other.all();
    assertEquals(SmallSite.START, later.processes().getFirst().at());
    assertEquals(SmallSite.START.plusSeconds(20), later.at());
  }

  @Test
  void whoTellsTooMuchIsRefused() {
    List<CallerCalls> many =
        Collections.nCopies(20_000, new CallerCalls("/CN=" + "x".repeat(30), 1));
    ProcessFigures much = figures(Origin.Kind.FRONTEND, "fe1:8444", many);
    assertThrows(IllegalArgumentException.class, () -> one.accept(much));
    assertEquals(List.of(), one.all().processes());
  }

  @Test
  void nothingIsUnderWayAtTheBeginning() {
    List<FileCount> counts = new FilesUnderWay(transactions, time::instant).now();
    assertEquals(
        List.of(new FileCount("put", "writing", 0), new FileCount("pin", "pinned", 0)), counts);
  }

  @Test
  void theDatabaseTellsWhatItWasAsked() {
    long before = transactions.figures().get(1).times().count();
    one.accept(figures(Origin.Kind.FRONTEND, "fe1:8444", List.of()));
    one.all();
    assertEquals(before + 1, transactions.figures().get(1).times().count());
    assertEquals(2, transactions.figures().get(1).statements() - before * 2);
    assertTrue(transactions.figures().getFirst().statements() > 0, "a read is counted");
    assertEquals(0, transactions.figures().get(1).failures());
    assertTrue(database.figures().getFirst().open() > 0, database.figures()::toString);
  }

  private static ProcessFigures figures(Origin.Kind kind, String name, List<CallerCalls> callers) {
    Instant now = SmallSite.START;
    return new ProcessFigures(
        new Origin(kind, name, "se.example.org:8444", "0.1.0", now),
        now,
        59.5,
        List.of(new OperationCalls("srmLs", CallResult.DONE, 7, 0.25)),
        new Latency(3, 0.01, 0.5),
        Optional.of(new DoorFigures(5, 4, 3, 2, 1)),
        List.of(new TurnFigures("read", 16, 2, 1, 100, 1.5, 9)),
        List.of(new ReasonCount("banned", 4)),
        List.of(new LinkFigures("be1:8445", true, 2, 7, "")),
        callers,
        List.of(
            new CallError(
                now,
                "srmLs",
                CallResult.FAILED,
                "SRM_INTERNAL_ERROR",
                "why",
                "trace",
                Optional.of("token"),
                "/CN=a",
                Optional.of(new CallTarget("srm://se.example.org/vo/f", 1)))),
        List.of(),
        Map.of("atlas", 0.25),
        List.of(new CertificateEnd("host_certificate", now)),
        Optional.empty());
  }
}
