package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.bora.backend.operation.directory.PageMarks.Found;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.ListingMark;
import org.junit.jupiter.api.Test;

class PageMarksTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final DirectoryVersion QUIET = version(1, 2);

  private final PageMarks marks = new PageMarks(Clock.fixed(NOW, ZoneOffset.UTC));

  private static DirectoryVersion version(long inode, int secondsAgo) {
    return new DirectoryVersion(inode, NOW.minusSeconds(secondsAgo));
  }

  private static Found at(int count) {
    return new Found(count, new ListingMark(100L + count, "name" + count));
  }

  private Optional<Integer> before(int offset) {
    return marks.before("/vo/d", QUIET, offset).map(Found::count);
  }

  @Test
  void theLastMarkThatIsNoFurtherThanThePageIsFound() {
    marks.keep("/vo/d", QUIET, QUIET, at(1000));
    marks.keep("/vo/d", QUIET, QUIET, at(3000));
    assertEquals(Optional.empty(), before(999));
    assertEquals(Optional.of(1000), before(1000));
    assertEquals(Optional.of(1000), before(2999));
    assertEquals(Optional.of(at(3000)), marks.before("/vo/d", QUIET, 9000));
    assertEquals(Optional.empty(), marks.before("/vo/other", QUIET, 9000));
  }

  @Test
  void aChangeForgetsWhatWasBefore() {
    DirectoryVersion later = version(1, 3);
    DirectoryVersion another = version(2, 2);
    marks.keep("/vo/d", QUIET, QUIET, at(1000));
    assertEquals(Optional.empty(), marks.before("/vo/d", later, 2000));
    assertEquals(Optional.empty(), marks.before("/vo/d", another, 2000));
    marks.keep("/vo/d", later, later, at(2000));
    assertEquals(Optional.empty(), before(1000));
  }

  @Test
  void aMarkOfADirectoryThatMayHaveChangedMeanwhileIsNotKept() {
    DirectoryVersion restless = version(1, 1);
    marks.keep("/vo/d", restless, restless, at(1000));
    assertEquals(Optional.empty(), marks.before("/vo/d", restless, 2000));
    marks.keep("/vo/d", version(1, 9), QUIET, at(1000));
    assertEquals(Optional.empty(), before(2000));
  }

  @Test
  void aFewNamesAreNotRemembered() {
    marks.keep("/vo/d", QUIET, QUIET, at(499));
    assertEquals(Optional.empty(), before(2000));
  }

  @Test
  void marksAreBoundedAndThoseInUseStay() {
    for (int page = 1; page <= 1000; page++) {
      marks.keep("/vo/d", QUIET, QUIET, at(1000 * page));
      assertEquals(Optional.of(1000), before(1000));
    }
    assertEquals(Optional.of(1_000_000), before(1_000_000));
    assertEquals(Optional.of(1000), before(900_000));
    for (int other = 0; other < 100; other++) {
      marks.keep("/vo/other" + other, QUIET, QUIET, at(1000));
    }
    assertEquals(Optional.empty(), before(1000));
  }
}
