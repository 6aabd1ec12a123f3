package org.bora.backend.stage.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How much of an area was read. */
@ExtendWith(MariaDb.class)
class AreaWalkIT {
  @TempDir private Path root;

  private static final class Parts implements AreaWalk.Visitor {
    private final List<Double> told = new ArrayList<>();

    @Override
    public void file(AreaPath path, EntryFacts facts) {}

    @Override
    public void directoryDone(double part) {
      told.add(part);
    }

    @Override
    public void unreadable() {}

    @Override
    public boolean goesOn() {
      return true;
    }
  }

  private List<Double> parts(Schemas schemas) throws Exception {
    try (SmallSite site =
        new SmallSite(schemas.migrated(), root, new SteppedTime(SmallSite.START))) {
      Parts parts = new Parts();
      new AreaWalk(site.locator.areas().getFirst(), site.locator).walk(parts);
      return parts.told;
    }
  }

  private void directories(String... names) throws IOException {
    for (String name : names) {
      Files.createDirectories(root.resolve(name));
    }
  }

  @Test
  void directoriesBesideOneAnotherAreTakenForEquallyLarge(Schemas schemas) throws Exception {
    directories("a", "b", "c");
    List<Double> parts = parts(schemas);
    assertEquals(4, parts.size());
    for (int at = 0; at < 4; at++) {
      assertEquals(0.25 * (at + 1), parts.get(at), 1e-9);
    }
  }

  @Test
  void aDeepTreeEndsAtTheWhole(Schemas schemas) throws Exception {
    directories("a/b/c/d", "a/b/e", "f");
    List<Double> parts = parts(schemas);
    assertEquals(7, parts.size());
    assertEquals(parts.stream().sorted().toList(), parts);
    assertEquals(1, parts.getLast(), 1e-9);
  }
}
