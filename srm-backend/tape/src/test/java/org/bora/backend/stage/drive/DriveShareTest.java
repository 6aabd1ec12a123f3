package org.bora.backend.stage.drive;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.stage.drive.DriveShare.Wish;
import org.junit.jupiter.api.Test;

class DriveShareTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Wish FRESH = new Wish(NOW, NOW);
  private static final Wish OLD = new Wish(NOW.minus(Duration.ofMinutes(10)), NOW);
  private static final Wish FORGOTTEN = new Wish(NOW.minusSeconds(900), NOW.minusSeconds(61));

  private final DriveShare share = DriveShare.defaults();

  /** A library whose drives are held so; null is a free one. */
  private static List<DriveState> drives(DriveUse... uses) {
    List<DriveState> drives = new ArrayList<>();
    for (DriveUse use : uses) {
      Optional<DriveState.Held> hold =
          Optional.ofNullable(use)
              .map(
                  one ->
                      new DriveState.Held(
                          UUID.randomUUID(), one, Optional.empty(), NOW.plusSeconds(60)));
      drives.add(new DriveState(drives.size(), hold, Optional.empty(), DriveState.Pace.NONE));
    }
    return drives;
  }

  private boolean may(DriveUse use, List<DriveState> drives, Map<DriveUse, Wish> wishes) {
    return share.mayTake(use, drives, wishes, NOW);
  }

  @Test
  void nobodyTakesADriveThatIsHeld() {
    for (DriveUse use : DriveUse.values()) {
      assertFalse(may(use, drives(DriveUse.RECALL), Map.of(use, OLD)));
    }
  }

  @Test
  void migrationStandsBackWhileARecallWaits() {
    Map<DriveUse, Wish> both = Map.of(DriveUse.MIGRATE, FRESH, DriveUse.RECALL, FRESH);
    assertFalse(may(DriveUse.MIGRATE, drives((DriveUse) null), both));
    assertTrue(may(DriveUse.RECALL, drives((DriveUse) null), both));
  }

  @Test
  void whatHasWaitedLongEnoughToMigrateIsNext() {
    Map<DriveUse, Wish> both = Map.of(DriveUse.MIGRATE, OLD, DriveUse.RECALL, FRESH);
    assertTrue(may(DriveUse.MIGRATE, drives((DriveUse) null), both));
    assertFalse(may(DriveUse.RECALL, drives((DriveUse) null), both), "the drive is kept for it");
    assertTrue(may(DriveUse.RECALL, drives(null, null), both), "of two one is enough");
  }

  @Test
  void oneDriveIsEnoughForMigrationThatHasWaited() {
    Map<DriveUse, Wish> both = Map.of(DriveUse.MIGRATE, OLD, DriveUse.RECALL, FRESH);
    assertTrue(may(DriveUse.RECALL, drives(DriveUse.MIGRATE, null), both));
    assertFalse(may(DriveUse.MIGRATE, drives(DriveUse.MIGRATE, null), both));
  }

  @Test
  void ofSeveralDrivesOneIsLeftToRecalls() {
    assertTrue(may(DriveUse.MIGRATE, drives(DriveUse.MIGRATE, null, null), Map.of()));
    assertFalse(may(DriveUse.MIGRATE, drives(DriveUse.MIGRATE, DriveUse.REMOVE, null), Map.of()));
    assertTrue(may(DriveUse.MIGRATE, drives((DriveUse) null), Map.of()), "the only one serves all");
    assertTrue(may(DriveUse.RECALL, drives(DriveUse.RECALL, DriveUse.RECALL, null), Map.of()));
  }

  @Test
  void whoNoLongerAsksIsNotWaitedFor() {
    assertTrue(may(DriveUse.MIGRATE, drives((DriveUse) null), Map.of(DriveUse.RECALL, FORGOTTEN)));
    assertTrue(may(DriveUse.RECALL, drives((DriveUse) null), Map.of(DriveUse.MIGRATE, FORGOTTEN)));
  }

  @Test
  void removalWaitsForEverybody() {
    for (DriveUse other : List.of(DriveUse.RECALL, DriveUse.MIGRATE)) {
      assertFalse(may(DriveUse.REMOVE, drives((DriveUse) null), Map.of(other, FRESH)));
    }
    assertTrue(may(DriveUse.REMOVE, drives((DriveUse) null), Map.of()));
  }
}
