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
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.buffer.BufferStatus;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.backend.stage.recall.RecallQueue;
import org.bora.backend.stage.report.TapeStatus;
import org.bora.backend.stage.scrub.ScrubReport;
import org.bora.server.tape.TapeCopies;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TapeLinesTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123456789Z");
  private static final UUID FILE = new UUID(1, 2);
  private static final long MIB = 1 << 20;

  @Test
  void whereThereAreMoreAlarmsThanIsListedThatIsSaid() {
    Alarm alarm = new Alarm("lost robot x", "it is lost", NOON, NOON);
    assertTrue(
        text(new TapeStatus(
                NOON, List.of(), List.of(), List.of(), Collections.nCopies(1000, alarm)))
            .contains("these are the oldest; `bora status` counts all"));
  }

  private static String text(TapeStatus status) {
    return String.join("\n", TapeLines.lines(answer(status))) + "\n";
  }

  private static JsonNode answer(Object told) {
    return JsonMapper.shared().readTree(AdminReply.json(told).text());
  }

  private static MigrationStatus migrations(
      long waiting, List<MigrationStatus.Failing> worst, long held) {
    return new MigrationStatus("robot", waiting, waiting * MIB, 0, worst.size(), worst, held, held);
  }

  @Test
  void whatDoesNothingTakesFewLines() {
    TapeStatus.Library idle =
        new TapeStatus.Library(
            "robot",
            "virtual",
            List.of(new TapeStatus.Drive(0, Optional.empty(), Optional.empty())),
            List.of(),
            migrations(0, List.of(), 0));

    assertEquals(
        """
        library    robot (virtual)
          drive 0  idle
          to disk  0 files
          to tape  0 files, 0 B, 0 being written
        alarms     none
        """,
        text(new TapeStatus(NOON, List.of(idle), List.of(), List.of(), List.of())));
  }

  @Test
  void whatIsWrongIsInTheSameLineAsWhatItConcerns() {
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
        library    robot (script)
          drive 0  recall, volume V7
          to disk  volume V7: 3 files, 5.0 MiB, 1 being read, since 2026-11-21T12:00:00Z, \
        1 FAILING: dirty head
          to tape  2 files, 2.0 MiB, 0 being written, 1 FAILING
            /cms/a failed 4 times: no media
          off tape 1 copy of removed or overwritten files, after the grace
          HELD     1 copy whose files vanished, or that you keep: `bora tape copies`
        buffer     cms: 95 MiB of 100 MiB taken, files leave above 90 MiB down to 80 MiB
                   1.0 MiB cannot leave: not on tape yet
        scrub      cms: 10 files, 7.0 MiB read, through at 2026-11-21T12:00:00Z, 1 DAMAGED
        ALARM      migration robot: 1 file fails
                   since 2026-11-21T12:00:00Z, last seen 2026-11-21T12:01:00Z
        """,
        text(new TapeStatus(NOON, List.of(busy), List.of(buffer), List.of(scrub), List.of(alarm))));
  }

  @Test
  void aCopyWithoutItsFileIsToldByTheIdentifierThatOrdersTake() {
    RemovalRow copy =
        new RemovalRow(
            FILE,
            "robot",
            new TapeLocation("V7", 4096, "object"),
            5 * MIB,
            "00000001",
            "cms",
            "run/a b",
            0,
            "");

    TapeCopies.Library robot =
        new TapeCopies.Library(
            "robot", new TapeCopies.Some(1, List.of(copy)), new TapeCopies.Some(3, List.of(copy)));
    assertEquals(
        List.of(
            "held          00000000-0000-0001-0000-000000000002  cms run/a b, 5.0 MiB, volume V7",
            "to be removed 00000000-0000-0001-0000-000000000002  cms run/a b, 5.0 MiB, volume V7",
            "  and 2 more of library robot"),
        TapeLines.copies(answer(new TapeCopies(List.of(robot)))));
  }

  @Test
  void noCopiesWithoutTheirFilesAreSaidToBeNone() {
    assertEquals(
        List.of("there is no copy on tape without its file"),
        TapeLines.copies(answer(new TapeCopies(List.of()))));
  }

  @Test
  void anAnswerThatLacksSomethingIsSaidToBeOfAnotherVersion() {
    UncheckedIOException other =
        assertThrows(
            UncheckedIOException.class,
            () -> TapeLines.lines(JsonMapper.shared().readTree("{\"libraries\": []}")));
    assertTrue(other.getMessage().contains("of another version"), other::getMessage);
  }
}
