package org.bora.launcher.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.UUID;
import org.bora.admin.AdminReply;
import org.bora.backend.ledger.RemovalRow;
import org.bora.server.tape.TapeCopies;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TapeLinesTest {
  private static final UUID FILE = new UUID(1, 2);
  private static final long MIB = 1 << 20;

  private static JsonNode answer(Object told) {
    return JsonMapper.shared().readTree(AdminReply.json(told).text());
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
}
