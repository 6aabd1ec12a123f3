package org.bora.backend.bulkhead;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.bora.api.BackendFailure;
import org.bora.backend.bulkhead.FilesystemVisit.Length;
import org.bora.backend.database.ConnectionShares;
import org.bora.simulation.explore.Exploration;
import org.bora.simulation.explore.Stage;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;

/** Calls at a bulkhead of eight places in every schedule. */
class BulkheadScheduleTest {
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final int PLACES = 8;

  /** One run: a filesystem and the calls inside it. */
  private static final class Area {
    private final Stage stage;
    private final CountDownLatch mended = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final Bulkhead bulkhead;
    private int inside;
    private int done;
    private int refused;
    private int told;

    Area(Stage stage) {
      this.stage = stage;
      this.bulkhead =
          new Bulkhead(
              "a",
              new BulkheadSettings(SILENCE, PLACES),
              new ConnectionShares(1),
              stage.scheduler()::nanos);
    }

    private int ask() {
      inside++;
      assertTrue(inside <= PLACES, "more inside than there are places");
      stage.scheduler().point("in the filesystem");
      inside--;
      return ++done;
    }

    private int hang(CountDownLatch until) {
      inside++;
      try {
        until.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      inside--;
      return ++done;
    }

    private void told(BackendFailure failure) {
      told++;
    }

    void call() {
      try {
        bulkhead.ask(Length.SHORT, this::ask);
      } catch (StorageException silent) {
        assertEquals(Reason.SILENT, silent.reason());
        refused++;
      }
    }

    void change(boolean nobodyWaits) {
      WaitingCaller.of(this::told, () -> nobodyWaits)
          .run(
              () -> {
                try {
                  bulkhead.change(Length.SHORT, this::ask);
                } catch (StorageException silent) {
                  refused++;
                }
              });
    }

    private void hangs() throws StorageException {
      WaitingCaller.of(this::told, () -> false)
          .call(() -> bulkhead.ask(Length.SHORT, () -> hang(mended)));
    }

    /** A call that hangs until the filesystem is mended; the scene waits for it. */
    void oneHangs() {
      stage.start("hangs", this::hangs);
      stage.settle();
    }

    /** This many calls that stay inside until the end of the scene. */
    void stay(int calls) {
      for (int i = 0; i < calls; i++) {
        stage.startAside("stays", () -> bulkhead.ask(Length.LONG, () -> hang(over)));
      }
      stage.settle();
    }

    /** The staying calls leave. */
    void ends() {
      stage.end();
      stage.closes();
      over.countDown();
      stage.endAside();
    }

    void pass(Duration time) {
      stage.scheduler().sleep(time);
    }

    /** No place is lost: the bulkhead admits as many calls as it has places. */
    void assertAtRest() {
      assertEquals(0, inside);
      assertEquals(0, bulkhead.calls());
    }
  }

  @Test
  void thereAreNeverMoreInsideThanPlacesAndWhoWaitsComesIn() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Area area = new Area(stage);
              area.stay(PLACES - 1);
              stage.opens();
              for (String name : List.of("a", "b", "c")) {
                stage.start(name, area::call);
              }
              area.ends();
              area.assertAtRest();
              assertEquals(PLACES + 2, area.done);
              assertTrue(stage.scheduler().nanos() < Duration.ofMillis(100).toNanos());
            });
  }

  @Test
  void aCallThatComesTooLateOrForNobodyLeavesItsPlace() {
    Exploration.upTo(2)
        .withLeaps()
        .of(
            stage -> {
              Area area = new Area(stage);
              area.stay(PLACES - 1);
              area.oneHangs();
              stage.opens();
              stage.start("for nobody", () -> area.change(true));
              stage.start("waits", area::call);
              stage.start("mends", area.mended::countDown);
              area.ends();
              area.assertAtRest();
              assertEquals(PLACES + 2, area.done + area.refused);
              assertTrue(area.refused >= 1, "done for nobody");
            });
  }

  @Test
  void ofThoseWhoComeInASilenceOneTriesWhetherItIsOver() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Area area = new Area(stage);
              area.oneHangs();
              area.pass(SILENCE.plusSeconds(1));
              area.bulkhead.look();
              assertTrue(area.bulkhead.isSilent());
              area.call();
              assertEquals(1, area.refused, "too soon");
              area.pass(SILENCE);
              stage.opens();
              stage.start("a", area::call);
              stage.start("b", area::call);
              stage.start("mends", area.mended::countDown);
              stage.end();
              assertEquals(2, area.done);
              assertEquals(2, area.refused);
              area.bulkhead.look();
              assertFalse(area.bulkhead.isSilent());
              area.assertAtRest();
            });
  }

  @Test
  void whoHangsIsToldOnceAndHoldsNobodyBackAfterwards() {
    Exploration.upTo(1)
        .of(
            stage -> {
              Area area = new Area(stage);
              area.oneHangs();
              area.pass(SILENCE.plusSeconds(1));
              stage.opens();
              stage.start("looks", area.bulkhead::look);
              stage.start("looks too", area.bulkhead::look);
              stage.start("mends", area.mended::countDown);
              stage.end();
              assertTrue(area.told <= 1, "told twice");
              area.bulkhead.look();
              assertFalse(area.bulkhead.isSilent());
              area.call();
              assertEquals(2 - area.refused, area.done);
              area.assertAtRest();
            });
  }
}
