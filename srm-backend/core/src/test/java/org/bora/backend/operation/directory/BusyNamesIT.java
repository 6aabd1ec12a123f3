package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.BackendFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BusyNamesIT extends OnAreas {

  private static final int UPLOADS = 6;

  private final AtomicInteger asked = new AtomicInteger();

  BusyNamesIT() {
    super(DirectorySettings.defaults());
  }

  /** A directory in which every file is being written anew. */
  @BeforeEach
  void writesOverFiles() throws IOException {
    fixture.puts.atATime = 2;
    for (int i = 0; i < UPLOADS; i++) {
      fixture.file("d/f" + i, "old");
      fixture.puts.known(fixture.place("d/f" + i));
    }
  }

  private List<String> others(ListingPatience patience) throws IOException {
    List<String> taken = new ArrayList<>();
    BusyNames.in(fixture.place("d"), fixture.puts, patience)
        .forOthers(true, put -> taken.add(put.place().sfn()));
    return taken;
  }

  @Test
  void patienceIsAskedAtEveryUploadAlsoAtThoseThatAreNotShown() throws IOException {
    assertEquals(List.of(), others(asked::incrementAndGet));
    assertEquals(UPLOADS, asked.get());
  }

  @Test
  void uploadsAreNotLookedAtWhenPatienceIsOver() {
    ListingPatience untilTheThird =
        () -> {
          if (asked.incrementAndGet() == 3) {
            throw new BackendFailure(BackendFailure.Kind.TIMED_OUT, "nobody waits", null);
          }
        };
    assertThrows(BackendFailure.class, () -> others(untilTheThird));
    assertEquals(3, asked.get());
  }
}
