package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.Caller;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that continue behind a name, whatever comes and goes between two of them. */
class OrderedPageIT {
  private static final int LIMIT = DirectoryFixture.SMALL.maxEntries();

  @TempDir private Path dir;
  private DirectoryFixture fixture;

  @BeforeEach
  void opensTheAreas() throws IOException {
    fixture = new DirectoryFixture(dir, DirectoryFixture.SMALL);
  }

  @AfterEach
  void closesTheAreas() {
    fixture.close();
  }

  private LsReply page(Caller caller, String sfn, String behind) {
    return fixture.ls(
        caller,
        new LsRequest(
            List.of(DirectoryFixture.surl(sfn)),
            true,
            false,
            OptionalInt.of(1),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            OptionalInt.of(60),
            Optional.of(behind)));
  }

  /** Paths of all pages; between two of them something happens. */
  private List<String> listed(Caller caller, String sfn, Between between) throws IOException {
    List<String> paths = new ArrayList<>();
    Optional<String> behind = Optional.of("");
    while (behind.isPresent()) {
      LsReply page = page(caller, sfn, behind.get());
      assertEquals(
          page.token().isPresent() ? SrmStatus.TOO_MANY_RESULTS : SrmStatus.SUCCESS,
          page.status().code());
      paths.addAll(DirectoryFixture.paths(page));
      behind = page.token();
      between.happens(paths);
    }
    return paths;
  }

  private interface Between {
    void happens(List<String> told) throws IOException;
  }

  private List<String> listed(String sfn) throws IOException {
    return listed(DirectoryFixture.MEMBER, sfn, _ -> {});
  }

  private static Stream<String> files(int from, int to) {
    return IntStream.range(from, to).mapToObj(number -> "d/f%02d".formatted(number));
  }

  @Test
  void namesThatAreRemovedBetweenTwoPagesHideNoOthers() throws IOException {
    for (String file : files(10, 10 + 3 * LIMIT).toList()) {
      fixture.file(file, "x");
    }
    List<String> told =
        listed(
            DirectoryFixture.MEMBER,
            "/vo/d",
            paths -> {
              for (String path : paths) {
                Files.deleteIfExists(fixture.root.resolve(path.substring("/vo/".length())));
              }
            });
    assertEquals(files(10, 10 + 3 * LIMIT).map(file -> "/vo/" + file).toList(), told);
  }

  @Test
  void namesThatComeBetweenTwoPagesRepeatNoOthers() throws IOException {
    for (String file : files(10, 10 + 2 * LIMIT).toList()) {
      fixture.file(file, "x");
    }
    List<String> told =
        listed(DirectoryFixture.MEMBER, "/vo/d", _ -> fixture.file("d/a" + System.nanoTime(), "x"));
    assertEquals(files(10, 10 + 2 * LIMIT).map(file -> "/vo/" + file).toList(), told);
  }

  @Test
  void directoriesStandWhereTheirSlashPutsThem() throws IOException {
    for (String file : List.of("d/a/x", "d/a-b", "d/a0", "d/a.c", "d/b")) {
      fixture.file(file, "x");
    }
    assertEquals(
        List.of("/vo/d/a-b", "/vo/d/a.c", "/vo/d/a", "/vo/d/a0", "/vo/d/b"), listed("/vo/d"));
  }

  @Test
  void areasBelowADirectoryAreAmongItsNames() throws IOException {
    fixture.file("tape/hidden", "x");
    for (int number = 0; number < LIMIT; number++) {
      fixture.file("r" + number, "x");
      fixture.file("u" + number, "x");
    }
    List<String> told = listed("/vo");
    assertEquals(2 * LIMIT + 1, told.size());
    assertEquals("/vo/tape", told.get(LIMIT));
  }

  @Test
  void directoriesAboveTheAreasAreListed() throws IOException {
    assertEquals(List.of("/vo"), listed("/"));
  }

  @Test
  void aFileThatIsBeingReplacedIsBusyAndANewOneIsNotShownYet() throws IOException {
    fixture.file("d/old", "x");
    fixture.puts.known(fixture.place("d/old"));
    fixture.puts.known(fixture.place("d/new"));
    PathDetail only =
        page(DirectoryFixture.MEMBER, "/vo/d", "").details().getFirst().children().getFirst();
    assertEquals("/vo/d/old", only.path());
    assertEquals(SrmStatus.FILE_BUSY, only.status().code());
    assertEquals(List.of("/vo/d/old"), listed("/vo/d"));
  }

  @Test
  void whatTheCallerMayNotListIsNotShown() {
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        page(DirectoryFixture.STRANGER, "/vo", "").details().getFirst().status().code());
  }
}
