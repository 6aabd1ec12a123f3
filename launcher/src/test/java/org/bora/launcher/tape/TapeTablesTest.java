package org.bora.launcher.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.admin.AdminReply;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.buffer.BufferStatus;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.backend.stage.recall.RecallQueue;
import org.bora.backend.stage.report.TapeStatus;
import org.bora.backend.stage.scrub.ScrubReport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TapeTablesTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123456789Z");
  private static final UUID FILE = new UUID(1, 2);
  private static final long MIB = 1 << 20;

  @Test
  void whereThereAreMoreAlarmsThanIsListedThatIsSaid() {
    Alarm alarm = new Alarm("lost robot x", "it is lost", NOON, NOON);
    assertTrue(
        text(new TapeStatus(
                NOON, List.of(), List.of(), List.of(), Collections.nCopies(1000, alarm)))
            .contains("these are the oldest 1000 alarms; `bora status` counts all"));
  }

  private static String text(TapeStatus status) {
    return String.join("\n", TapeTables.of(answer(status)).lines(false)) + "\n";
  }

  private static JsonNode answer(Object told) {
    return JsonMapper.shared().readTree(AdminReply.json(told).text());
  }

  private static MigrationStatus migrations(
      long waiting, List<MigrationStatus.Failing> worst, long held) {
    return new MigrationStatus("robot", waiting, waiting * MIB, 0, worst.size(), worst, held, held);
  }

  @Test
  void aLibraryAtRestHasItsQueues() {
    TapeStatus.Library idle =
        new TapeStatus.Library(
            "robot",
            "virtual",
            List.of(new TapeStatus.Drive(0, Optional.empty(), Optional.empty())),
            List.of(),
            migrations(0, List.of(), 0));

    assertEquals(
        """
        LIBRARY  KIND     DRIVE  WORK  VOLUME
        robot    virtual      0  idle

        QUEUE      LIBRARY  VOLUME  FILES  SIZE  RUNNING  FAILING  OLDEST SINCE  FAILURE
        recall     robot                0   0 B        0        0
        migration  robot                0   0 B        0        0

        no alarms
        """,
        text(new TapeStatus(NOON, List.of(idle), List.of(), List.of(), List.of())));
  }

  @Test
  void aLibraryThatHasNotWorkedYetIsListed() {
    TapeStatus.Library unused =
        new TapeStatus.Library(
            "robot", "virtual", List.of(), List.of(), migrations(0, List.of(), 0));

    assertTrue(
        text(new TapeStatus(NOON, List.of(unused), List.of(), List.of(), List.of()))
            .startsWith(
                """
                LIBRARY  KIND     DRIVE  WORK          VOLUME
                robot    virtual         not used yet

                """));
  }

  @Test
  void whatIsWrongIsInTheSameRowAsWhatItConcerns() {
    TapeStatus.Library busy =
        new TapeStatus.Library(
            "robot",
            "script",
            List.of(new TapeStatus.Drive(0, Optional.of("recall"), Optional.of("V7"))),
            List.of(new RecallQueue("V7", 3, 5 * MIB, 1, 1, NOON, "dirty head")),
            migrations(
                2,
                List.of(
                    new MigrationStatus.Failing(
                        FILE, "cms", Optional.of("/cms/a"), NOON, 4, "no media")),
                1));
    BufferStatus buffer =
        new BufferStatus("cms", 100 * MIB, 95 * MIB, 90 * MIB, 80 * MIB, MIB, Optional.empty());
    ScrubReport scrub = new ScrubReport("cms", NOON, Optional.of(NOON), 10, 7 * MIB, 1, 0, 0);
    Alarm alarm = new Alarm("migration robot", "1 file fails", NOON, NOON.plusSeconds(60));

    assertEquals(
        """
        LIBRARY  KIND    DRIVE  WORK    VOLUME
        robot    script      0  recall  V7

        QUEUE      LIBRARY  VOLUME  FILES     SIZE  RUNNING  FAILING  OLDEST SINCE          FAILURE
        recall     robot    V7          3  5.0 MiB        1        1  2026-11-21T12:00:00Z  dirty head
        migration  robot                2  2.0 MiB        0        1
        removal    robot                1
        held       robot                1
        held copies: their files vanished, or you keep them; see `bora tape copies`

        FAILED MIGRATION  LIBRARY  TRIES  SINCE                 REASON
        /cms/a            robot        4  2026-11-21T12:00:00Z  no media

        BUFFER    USED     SIZE  HIGH MARK  LOW MARK  NOT ON TAPE  PROBLEM
        cms     95 MiB  100 MiB     90 MiB    80 MiB      1.0 MiB

        SCRUB  FILES     READ  DAMAGED  UNREADABLE  ENDED
        cms       10  7.0 MiB        1           0  2026-11-21T12:00:00Z

        ALARM            SINCE                 LAST SEEN             TEXT
        migration robot  2026-11-21T12:00:00Z  2026-11-21T12:01:00Z  1 file fails
        """,
        text(new TapeStatus(NOON, List.of(busy), List.of(buffer), List.of(scrub), List.of(alarm))));
  }

  @Test
  void anAnswerThatLacksSomethingIsSaidToBeOfAnotherVersion() {
    UncheckedIOException other =
        assertThrows(
            UncheckedIOException.class,
            () -> TapeTables.of(JsonMapper.shared().readTree("{\"libraries\": []}")));
    assertTrue(other.getMessage().contains("of another version"), other::getMessage);
  }
}
