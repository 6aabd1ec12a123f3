package org.bora.backend.stage.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ForwardPassTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final long GB = 1_000_000_000L;

  private final ForwardPass pass = new ForwardPass(OrderSettings.defaults());

  @Test
  void positionsAscendAndNothingBehindTheHeadIsTaken() {
    List<WaitingFile> files = new ArrayList<>();
    for (int position = 0; position < 50; position++) {
      files.add(file(position, GB));
    }
    Collections.shuffle(files, new Random(1));

    assertEquals(
        List.of(45L, 46L, 47L, 48L, 49L),
        pass.batch(files, 45).stream().map(WaitingFile::position).toList());
  }

  @Test
  void unknownPositionsComeFirstInTheOrderOfTheRequests() {
    WaitingFile known = file(3, GB);
    WaitingFile late = new WaitingFile(UUID.randomUUID(), -1, GB, NOW.plusSeconds(1));
    WaitingFile early = file(-1, GB);

    assertEquals(List.of(early, late, known), pass.batch(List.of(known, late, early), -1));
  }

  @Test
  void aBatchHasAtMostSoManyFiles() {
    List<WaitingFile> files = new ArrayList<>();
    for (int position = 0; position < 500; position++) {
      files.add(file(position, 1));
    }

    assertEquals(files.subList(0, 100), pass.batch(files, -1));
  }

  @Test
  void aBatchHasAtMostSoManyBytesButOneFileAlways() {
    assertEquals(
        2, pass.batch(List.of(file(1, 400 * GB), file(2, 600 * GB), file(3, 1)), -1).size());
    assertEquals(1, pass.batch(List.of(file(1, 4_000 * GB), file(2, 1)), -1).size());
  }

  private static WaitingFile file(long position, long size) {
    return new WaitingFile(UUID.randomUUID(), position, size, NOW);
  }
}
