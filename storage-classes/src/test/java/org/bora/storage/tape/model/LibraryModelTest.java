package org.bora.storage.tape.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LibraryModelTest {
  private static final int BLOCK = Extent.BLOCK_BYTES;

  /** One block a second when reading, two when writing, ten when winding. */
  private static final Mechanics SLOW =
      new Mechanics(
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          10L * BLOCK,
          BLOCK,
          2L * BLOCK);

  private static final Extent FIRST = new Extent(BLOCK, 1);
  private static final Extent FAR = new Extent(101L * BLOCK, BLOCK);

  private final LibraryModel library = new LibraryModel(SLOW, 2);

  private static Duration seconds(double count) {
    return Duration.ofMillis(Math.round(count * 1000));
  }

  @Test
  void aBatchCostsItsMountItsLocatesAndItsBytes() {
    LibraryModel.Served served = library.recall(Duration.ZERO, "A", List.of(FIRST, FAR));

    // 60 to mount, 5.1 to go one block, 2 to read two; 98 blocks on, two more.
    Duration first = seconds(60 + 5.1 + 2);
    Duration second = first.plus(seconds(5 + 9.8 + 2));
    assertEquals(List.of(first, second), served.ends());
    assertEquals(second, served.ended());
    assertEquals(new DriveUsage(1, 2, 4L * BLOCK, 0, second), library.usage());
  }

  @Test
  void objectsBesideEachOtherAreReadWithoutStopping() {
    Extent next = new Extent(FIRST.end(), 0);
    LibraryModel.Served served = library.recall(Duration.ZERO, "A", List.of(FIRST, next));
    assertEquals(seconds(1), served.ends().get(1).minus(served.ends().get(0)));
    assertEquals(1, library.usage().seeks());
  }

  @Test
  void aMountedVolumeIsNotMountedAgain() {
    Duration end = library.recall(Duration.ZERO, "A", List.of(FIRST)).ended();
    LibraryModel.Served again = library.recall(end.plusSeconds(1), "A", List.of(FIRST));
    assertEquals(1, library.usage().mounts());
    assertEquals(seconds(5.2 + 2), again.ended().minus(again.begun()));
  }

  @Test
  void anEmptyDriveIsTakenBeforeOneThatMustBeUnmounted() {
    Duration end = library.recall(Duration.ZERO, "A", List.of(FIRST)).ended();
    assertEquals(1, library.recall(end, "B", List.of(FIRST)).drive());
    assertEquals(Optional.of(0), library.mountedIn("A"));
  }

  @Test
  void theDriveIdleLongestGivesUpItsVolumeRewound() {
    Duration first = library.recall(Duration.ZERO, "A", List.of(FIRST)).ended();
    Duration second = library.recall(first, "B", List.of(FIRST)).ended();
    LibraryModel.Served third = library.recall(second, "C", List.of(FIRST));
    assertEquals(0, third.drive());
    assertEquals(Optional.empty(), library.mountedIn("A"));
    Duration rewind = seconds(5.3);
    assertEquals(rewind.plus(seconds(30 + 60 + 5.1 + 2)), third.ended().minus(third.begun()));
  }

  @Test
  void aBatchWaitsForTheFirstDriveThatIsFree() {
    final Duration first = library.recall(Duration.ZERO, "A", List.of(FIRST)).ended();
    library.recall(Duration.ZERO, "B", List.of(FAR));
    assertEquals(first, library.nextFree());
    LibraryModel.Served third = library.recall(Duration.ZERO, "C", List.of(FIRST));
    assertEquals(0, third.drive());
    assertEquals(first, third.begun());
    assertEquals(third.ended(), library.allFree());
  }

  @Test
  void aBatchWaitsForTheDriveItsVolumeIsInAlthoughAnotherIsIdle() {
    Duration first = library.recall(Duration.ZERO, "A", List.of(FAR)).ended();
    LibraryModel.Served second = library.recall(seconds(1), "A", List.of(FIRST));
    assertEquals(0, second.drive());
    assertEquals(first, second.begun());
  }

  @Test
  void writingHasItsOwnSpeed() {
    LibraryModel.Served served = library.migrate(Duration.ZERO, "A", List.of(FIRST));
    assertEquals(seconds(60 + 5.1 + 1), served.ended());
    assertEquals(2L * BLOCK, library.usage().writtenBytes());
  }

  @Test
  void anEstimateChangesNothing() {
    Duration expected = library.estimate("A", List.of(FIRST, FAR));
    assertEquals(DriveUsage.NONE, library.usage());
    assertEquals(expected, library.recall(Duration.ZERO, "A", List.of(FIRST, FAR)).ended());
    assertEquals(seconds(5 + 10.2 + 2), library.estimate("A", List.of(FIRST)));
  }

  @Test
  void ratesOfZeroTakeNoTime() {
    LibraryModel toy = new LibraryModel(Mechanics.INSTANT, 1);
    assertEquals(Duration.ZERO, toy.recall(Duration.ZERO, "A", List.of(FIRST, FAR)).ended());
  }

  @Test
  void timesOfWholeTapesAreExact() {
    long size = 18_000_000_000_000L;
    assertEquals(Duration.ofMinutes(750), Mechanics.enterprise().read(size));
    assertEquals(Duration.ofSeconds(125), Mechanics.enterprise().locate(0, size));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new LibraryModel(SLOW, 0));
    assertThrows(IllegalArgumentException.class, () -> new Extent(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new Extent(BLOCK + 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Extent(BLOCK, -1));
    Duration tooLong = Duration.ofHours(2);
    assertThrows(
        IllegalArgumentException.class,
        () -> new Mechanics(tooLong, Duration.ZERO, Duration.ZERO, 0, 0, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Mechanics(Duration.ZERO, Duration.ZERO, Duration.ZERO, -1, 0, 0));
  }
}
