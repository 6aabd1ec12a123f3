package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.BackendFailure;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;

/** srmLs where it may tell no more than 10 entries, 3 levels and 5 SURLs. */
class LsLimitsIT extends OnAreas {

  LsLimitsIT() {
    super(DirectoryFixture.SMALL);
  }

  @Test
  void allLevelsStopAtTheServersDepthAndSaySo() throws IOException {
    fixture.file("a/b/c/d/e", "x");

    LsReply deep =
        fixture.ls(
            DirectoryFixture.MEMBER,
            DirectoryFixture.request(true, true, OptionalInt.of(0), "/vo/a"));
    LsReply whole =
        fixture.ls(
            DirectoryFixture.MEMBER,
            DirectoryFixture.request(true, true, OptionalInt.of(0), "/vo/a/b/c"));

    assertEquals(SrmStatus.TOO_MANY_RESULTS, deep.status().code());
    assertEquals(SrmStatus.SUCCESS, whole.status().code());
    PathDetail directory = whole.details().getFirst().children().getFirst();
    assertEquals("/vo/a/b/c/d/e", directory.children().getFirst().path());
  }

  @Test
  void exactlyTheLimitIsNoTruncation() throws IOException {
    for (int i = 0; i < 10; i++) {
      fixture.file("d/" + i, "x");
    }
    assertEquals(SrmStatus.SUCCESS, fixture.ls(1, 0, 0, "/vo/d").status().code());

    fixture.file("d/10", "x");
    LsReply cut = fixture.ls(1, 0, 0, "/vo/d");
    assertEquals(SrmStatus.TOO_MANY_RESULTS, cut.status().code());
    assertEquals(10, DirectoryFixture.paths(cut).size());
    assertEquals(SrmStatus.SUCCESS, cut.details().getFirst().status().code());
  }

  @Test
  void pagesOfTheClientAreNotTruncations() throws IOException {
    for (int i = 0; i < 25; i++) {
      fixture.file("d/" + i, "x");
    }
    Set<String> seen = new HashSet<>();
    for (int offset = 0; offset < 30; offset += 10) {
      LsReply page = fixture.ls(1, offset, 10, "/vo/d");
      assertEquals(SrmStatus.SUCCESS, page.status().code());
      assertTrue(DirectoryFixture.paths(page).stream().allMatch(seen::add), "no name twice");
    }
    assertEquals(25, seen.size());
    assertEquals(List.of(), DirectoryFixture.paths(fixture.ls(1, 25, 10, "/vo/d")));
    assertEquals(SrmStatus.TOO_MANY_RESULTS, fixture.ls(1, 0, 11, "/vo/d").status().code());
  }

  @Test
  void theLimitCountsOverAllSurls() throws IOException {
    for (int i = 0; i < 6; i++) {
      fixture.file("d/" + i, "x");
      fixture.file("e/" + i, "x");
    }

    LsReply reply = fixture.ls(1, 0, 0, "/vo/d", "/vo/e");

    assertEquals(SrmStatus.TOO_MANY_RESULTS, reply.status().code());
    assertEquals(6, reply.details().getFirst().children().size());
    assertEquals(4, reply.details().get(1).children().size());
  }

  @Test
  void impossibleRequestsAreRefusedAsAWhole() {
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(0, 0, 0).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(-1, 0, 0, "/vo").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(1, -1, 0, "/vo").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(1, 0, -1, "/vo").status().code());
    String[] five = {"/vo", "/vo", "/vo", "/vo", "/vo"};
    String[] six = {"/vo", "/vo", "/vo", "/vo", "/vo", "/vo"};
    assertEquals(SrmStatus.SUCCESS, fixture.ls(0, 0, 0, five).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(0, 0, 0, six).status().code());
  }

  @Test
  void nobodyWaitsForAListingBeyondItsDeadline() {
    fixture.clock.advance(Duration.ofSeconds(30));

    var failure = assertThrows(BackendFailure.class, () -> fixture.ls(0, 0, 0, "/vo"));

    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
  }
}
