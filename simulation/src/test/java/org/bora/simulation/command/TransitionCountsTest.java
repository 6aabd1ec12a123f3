package org.bora.simulation.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransitionCountsTest {
  private final TransitionCounts moves =
      new TransitionCounts(
          Map.of(
              "pin new > PINNED by srmPrepareToGet", 3,
              "pin new > PINNED by srmBringOnline", 2,
              "pin PINNED > ABORTED by srmRm", 1));

  @Test
  void whatIsNotWrittenDownIsNamed() {
    TransitionCounts odd =
        new TransitionCounts(
            Map.of(
                "tape_migration WRITING > QUEUED by LibraryMigrations", 1,
                "pin RELEASED > gone by Sweep", 2,
                "tape_recall new > WAITING by srmBringOnline", 1));
    assertEquals(Set.of("tape_migration WRITING > QUEUED"), odd.notForeseen());
    assertTrue(odd.lines().getLast().endsWith("not foreseen: tape_migration WRITING > QUEUED"));
  }

  @Test
  void eachMoveIsToldWithTheWorkInWhichItWasMade() {
    assertEquals(
        "{\"pin PINNED > ABORTED\":{\"srmRm\":1},"
            + "\"pin new > PINNED\":{\"srmBringOnline\":2,\"srmPrepareToGet\":3}}",
        moves.json());
    assertTrue(
        moves.lines().stream()
            .anyMatch(line -> line.endsWith("srmBringOnline 2, srmPrepareToGet 3")));
  }

  @Test
  void whatWasNeverMadeIsNamed() {
    assertTrue(moves.never().contains("put_file SPACE_AVAILABLE > STORED"));
    assertEquals(false, moves.never().contains("pin new > PINNED"));
    assertTrue(moves.lines().getLast().contains("; never: put_file new > SPACE_AVAILABLE, "));
  }
}
