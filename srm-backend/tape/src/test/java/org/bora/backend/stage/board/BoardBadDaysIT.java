package org.bora.backend.stage.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bora.backend.stage.board.PullerHand.Held;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.conformance.TapeFiles;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.wire.TapeJson;
import org.junit.jupiter.api.Test;

/** Pullers that vanish, come late, lie or never come. */
class BoardBadDaysIT extends BoardSteps {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void aPullerThatVanishesLeavesItsTasksToAnotherAndIsToldSoWhenItComesBack() throws Exception {
    List<Held> late = new ArrayList<>();
    RecordedWork work =
        migrate(
            List.of(first),
            () -> {
              late.addAll(left.take("migrate", 10));
              assertEquals(List.of(), right.take("migrate", 10));
              time.pass(BoardBench.PULLER_LEASE);
            },
            () -> {
              List<Held> taken = right.take("migrate", 10);
              assertEquals(late, taken);
              assertEquals("not-yours", left.done(late.getFirst(), "late"));
              assertEquals("accepted", right.done(taken.getFirst(), "right"));
            });
    assertEquals(at("right"), work.location(first));
    assertEquals("gone", left.done(late.getFirst(), "late"));
    assertEquals(1, work.reports(first).size());
  }

  @Test
  void whoSpeaksKeepsItsTask() throws Exception {
    Duration part = BoardBench.PULLER_LEASE.multipliedBy(2).dividedBy(3);
    List<Held> held = new ArrayList<>();
    RecordedWork work =
        migrate(
            List.of(first),
            () -> {
              held.addAll(left.take("migrate", 1));
              time.pass(part);
              left.report(held.getFirst(), TapeJson.object().put("report", "progress"));
              time.pass(part);
            },
            () -> {
              assertEquals(List.of(), right.take("migrate", 1));
              assertEquals("accepted", left.done(held.getFirst(), "x"));
            });
    assertEquals(at("x"), work.location(first));
  }

  @Test
  void aPullerThatLostItsMemoryIsGivenWhatItHad() throws Exception {
    migrate(
        List.of(first, second),
        () -> {
          List<Held> had = left.take("migrate", 1);
          assertEquals(had, left.take("migrate", 1));
          List<Held> both = left.take("migrate", 2);
          assertEquals(2, both.size());
          for (Held held : both) {
            left.done(held, held.file());
          }
        });
  }

  @Test
  void twoPullersNeverHaveTheSameTask() throws Exception {
    List<TapeFile> many = new ArrayList<>();
    for (int number = 0; number < 100; number++) {
      many.add(files.make("many/" + number, 1));
    }
    List<List<Held>> taken = new ArrayList<>();
    RecordedWork work =
        migrate(
            many,
            () -> {
              CompletableFuture<List<Held>> other =
                  CompletableFuture.supplyAsync(() -> takeAll(right));
              taken.add(takeAll(left));
              taken.add(other.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            });
    Set<Held> all = new HashSet<>();
    taken.forEach(all::addAll);
    assertEquals(100, all.size());
    assertEquals(100, taken.stream().mapToInt(List::size).sum());
    for (TapeFile file : many) {
      assertTrue(work.location(file).isPresent(), file.name());
    }
  }

  private static List<Held> takeAll(PullerHand puller) {
    List<Held> all = new ArrayList<>();
    try {
      List<Held> some = puller.take("migrate", 7);
      while (!some.isEmpty()) {
        for (Held held : some) {
          assertEquals("accepted", puller.done(held, held.file()));
        }
        all.addAll(some);
        some = puller.take("migrate", 7);
      }
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
    return all;
  }

  @Test
  void theFirstFinalReportCountsHoweverOftenAndWhateverComesLater() throws Exception {
    RecordedWork work =
        migrate(
            List.of(first),
            () -> {
              Held held = left.take("migrate", 1).getFirst();
              assertEquals("accepted", left.done(held, "x"));
              assertEquals("accepted", left.done(held, "x"));
              assertEquals("accepted", left.failed(held, "lost", "no"));
            });
    assertEquals(at("x"), work.location(first));
    assertEquals(1, work.reports(first).size());
  }

  @Test
  void whatNobodyWantsIsTakenOffTheBoardAndItsPullerIsTold() throws Exception {
    RecordedWork work = new RecordedWork(List.of(first, second));
    List<Held> held = new ArrayList<>();
    driver(
            () -> {
              held.addAll(left.take("migrate", 2));
              work.unwanted(first);
            },
            () -> {
              assertEquals("gone", left.done(held.getFirst(), "x"));
              assertEquals("accepted", left.done(held.getLast(), "y"));
            })
        .migrate(work);
    assertEquals(Optional.of(Kind.STOPPED), work.trouble(first));
    assertEquals(at("y"), work.location(second));
  }

  @Test
  void nonsenseIsAnsweredAndChangesNothing() throws Exception {
    RecordedWork work =
        migrate(
            List.of(first),
            () -> {
              Held held = left.take("migrate", 1).getFirst();
              String task = "{\"puller\":\"left\",\"reports\":[{\"task\":\"" + held.task() + "\",";
              assertRefused("hello", "not JSON");
              assertRefused("[]", "not a JSON object");
              assertRefused("{}", "puller is missing");
              assertRefused("{\"puller\":\"left\"}", "reports must be a list");
              assertRefused(task + "\"report\":\"bored\"}]}", "report is 'bored'");
              assertRefused(
                  task + "\"report\":\"failed\",\"kind\":\"tired\"}]}", "kind is 'tired'");
              assertRefused(task + "\"report\":\"done\",\"object\":\"a b\"}]}", "object");
              assertRefused(
                  task + "\"report\":\"done\",\"object\":\"" + "x".repeat(501) + "\"}]}", "object");
              assertRefused(task + "\"report\":\"progress\",\"bytes\":-1}]}", "bytes is -1");
              Held stranger = new Held("00000000-0000-4000-8000-000000000000", "", "00000001");
              assertEquals("gone", left.done(stranger, "x"));
              assertEquals("accepted", left.done(held, "x"));
            });
    assertEquals(at("x"), work.location(first));
  }

  private void assertRefused(String body, String part) throws Exception {
    var answer = bench.post("/v1/tasks/report", body);
    assertEquals(400, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(part), answer.body());
  }

  @Test
  void moreThanIsBoundedIsNotRead() throws Exception {
    var answer = bench.post("/v1/tasks/report", "x".repeat(2 * BoardHandler.MOST_BYTES));
    assertEquals(413, answer.statusCode(), answer.body());
  }

  @Test
  void aCopyWhoseChecksumThePullerDoesNotTellIsNotVerified() throws Exception {
    RecordedWork work =
        migrate(
            List.of(first),
            () ->
                left.report(
                    left.take("migrate", 1).getFirst(),
                    TapeJson.object().put("report", "done").put("object", "x")));
    assertEquals(Optional.of(Kind.RETRY), work.trouble(first));
    assertEquals(at("x"), work.unverified(first));
    assertTrue(text(work, first).contains("adler32"), text(work, first));
  }

  @Test
  void whatThePullerSaysIsWrongReachesTheAdministratorInItsWords() throws Exception {
    RecordedWork work =
        migrate(
            List.of(first, second),
            () -> {
              List<Held> held = left.take("migrate", 2);
              left.failed(held.getFirst(), "volume-unavailable", "A00017 is in\nthe\tfridge");
              left.report(
                  held.getLast(),
                  TapeJson.object()
                      .put("report", "done")
                      .put("object", "x")
                      .put("adler32", "00000001"));
            });
    assertEquals(Optional.of(Kind.VOLUME_UNAVAILABLE), work.trouble(first));
    assertEquals("A00017 is in the fridge", text(work, first));
    assertEquals(Optional.of(Kind.RETRY), work.trouble(second));
    assertTrue(text(work, second).contains("their ADLER32 is 00000001"), text(work, second));
  }

  @Test
  void whereNoPullerComesTheBatchEndsWithASentenceThatSaysSo() throws Exception {
    RecordedWork work =
        migrate(
            List.of(first),
            () -> {
              assertTrue(counts().contains("\"state\":\"waiting\",\"tasks\":1"), counts());
              time.pass(BoardBench.BATCH.plus(MOMENT));
            });
    assertEquals(Optional.of(Kind.RETRY), work.trouble(first));
    assertEquals("no puller of " + bench.library() + " was through within 1h", text(work, first));
    assertEquals("{\"counts\":[]}\n", counts());
  }

  @Test
  void whereNoPullerComesAnAlarmSaysSoUntilOneDoes() throws Exception {
    BoardWatch watch = bench.watch();
    migrate(
        List.of(first),
        () -> {
          look(watch);
          assertEquals(List.of(), bench.alarms().list(), "just posted");
          time.pass(BoardWatch.PATIENCE.plus(MOMENT));
        },
        () -> {
          watch.look();
          assertEquals(List.of(), bench.alarms().list(), "a puller may be between two rounds");
          watch.look();
          String alarm = bench.alarms().list().getFirst().text();
          assertTrue(alarm.contains("no puller fetches the work of tape library"), alarm);
          assertTrue(alarm.contains("1 tasks wait, the oldest since 2026-11-21T09:00:00Z"), alarm);
          left.take("migrate", 1);
          look(watch);
          assertEquals(List.of(), bench.alarms().list(), "somebody has it");
          time.pass(BoardBench.PULLER_LEASE);
        },
        () -> {
          look(watch);
          assertEquals(1, bench.alarms().list().size(), "and has vanished");
          left.done(left.take("migrate", 1).getFirst(), "x");
        });
    look(watch);
    assertEquals(List.of(), bench.alarms().list());
  }

  private static void look(BoardWatch watch) {
    watch.look();
    watch.look();
  }

  @Test
  void aQuestionThatNobodyAnswersIsNoAnswer() throws Exception {
    TapeFile asked = TapeFiles.onTape(first, TapeLocation.named("x"));
    StorageException silence =
        assertThrows(
            StorageException.class,
            () -> driver(() -> time.pass(BoardBench.QUERY.plus(MOMENT))).query(List.of(asked)));
    assertEquals("no puller of " + bench.library() + " answered within 30s", silence.getMessage());
    assertEquals("{\"counts\":[]}\n", counts());
  }
}
