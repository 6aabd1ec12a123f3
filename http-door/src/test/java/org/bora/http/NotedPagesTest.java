package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.FileType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.bora.files.FakeEngine;
import org.bora.files.Name;
import org.junit.jupiter.api.Test;

/** Each entry of a listing has its own note, however many there are. */
class NotedPagesTest {
  private static final ReturnStatus FINE = ReturnStatus.success();
  private static final ReturnStatus CUT = ReturnStatus.of(SrmStatus.TOO_MANY_RESULTS, "cut");

  private final FakeEngine fake = new FakeEngine("/vo");

  private static PathDetail directory(String path, List<PathDetail> children) {
    return new PathDetail(
        path, FINE, Optional.of(FakeEngine.attributes(FileType.DIRECTORY)), children);
  }

  private void page(ReturnStatus whole, String next, int first, int last) {
    List<PathDetail> children =
        IntStream.rangeClosed(first, last)
            .mapToObj(number -> directory("/vo/%03d".formatted(number), List.of()))
            .toList();
    fake.listings.add(new LsReply(whole, Optional.of(next), List.of(directory("/vo", children))));
    IntStream.rangeClosed(first, last)
        .forEach(number -> fake.directories.put("/vo/%03d".formatted(number), "note " + number));
  }

  private List<String> told(boolean children) throws Refused {
    List<String> told = new ArrayList<>();
    try (Entries entries = NotedPages.of(fake.engine(), Name.of("/vo"), children)) {
      for (Optional<EntryPages.Entry> next = entries.next();
          next.isPresent();
          next = entries.next()) {
        told.add(next.get().name().last() + " " + next.get().note());
      }
    }
    return told;
  }

  @Test
  void allPagesAreTold() throws Refused {
    fake.directories.put("/vo", "note of the top");
    page(CUT, "250", 1, 250);
    page(FINE, "", 251, 300);

    List<String> told = told(true);

    assertEquals(301, told.size());
    assertEquals("vo note of the top", told.getFirst());
    for (int number = 1; number <= 300; number++) {
      assertEquals("%03d note %d".formatted(number, number), told.get(number));
    }
  }

  @Test
  void theNameItselfIsToldAlone() throws Refused {
    fake.directories.put("/vo", "note of the top");
    fake.listings.add(LsReply.of(FINE, List.of(directory("/vo", List.of()))));
    assertEquals(List.of("vo note of the top"), told(false));
  }

  @Test
  void whatIsNotThereIsRefusedAtOnce() {
    fake.listings.add(
        LsReply.of(
            FakeEngine.GONE,
            List.of(new PathDetail("/vo", FakeEngine.GONE, Optional.empty(), List.of()))));
    assertEquals(404, assertThrows(Refused.class, () -> told(true)).status());
  }
}
