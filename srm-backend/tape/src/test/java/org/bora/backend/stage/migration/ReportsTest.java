package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.stage.migration.Reports.Report;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private static final TapeTrouble TROUBLE = new TapeTrouble(TapeTrouble.Kind.RETRY, "drive");

  private final TapeFile one = file();
  private final TapeFile two = file();
  private final Reports reports = new Reports(List.of(one, two), () -> Instant.EPOCH);

  private static TapeFile file() {
    return new TapeFile(UUID.randomUUID(), "/vo/a", "/x/a", 5, "062c0215", Optional.empty());
  }

  private List<Report> all() throws InterruptedException {
    List<Report> all = new ArrayList<>();
    for (List<Report> some = reports.next(1); !some.isEmpty(); some = reports.next(1)) {
      all.addAll(some);
    }
    return all;
  }

  @Test
  void theFirstReportOfAFileCounts() throws InterruptedException {
    reports.failed(one.id(), TROUBLE);
    reports.done(one.id(), TapeLocation.named("late"));
    reports.done(UUID.randomUUID(), TapeLocation.named("stranger"));
    reports.close();
    assertEquals(List.of(new Report.Failed(one, TROUBLE)), all());
    assertEquals(List.of(), reports.next(9), "it has ended for good");
  }

  @Test
  void whatNothingWasSaidOfIsKnownAtTheEnd() throws InterruptedException {
    reports.done(two.id(), TapeLocation.named("object"));
    assertEquals(List.of(one), reports.close());
    reports.done(one.id(), TapeLocation.named("late"));
    List<Report> said = all();
    assertEquals(1, said.size());
    assertInstanceOf(Report.Done.class, said.getFirst());
  }

  @Test
  void reportsComeTogetherUpToANumber() throws InterruptedException {
    reports.done(one.id(), TapeLocation.named("a"));
    reports.done(two.id(), TapeLocation.named("b"));
    assertEquals(2, reports.next(5).size());
  }

  @Test
  void whatNobodyWantsIsLeftOut() {
    reports.unwant(Set.of(one.id()));
    assertTrue(reports.isUnwanted(one.id()));
    assertFalse(reports.isUnwanted(two.id()));
    reports.unwantAll();
    assertTrue(reports.isUnwanted(two.id()));
  }
}
