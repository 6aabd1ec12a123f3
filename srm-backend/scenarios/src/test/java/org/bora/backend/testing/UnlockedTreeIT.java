package org.bora.backend.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class UnlockedTreeIT {

  @Test
  void aFilesystemThatIsAskedWithinATransactionIsRefusedAndNoted(
      Schemas schemas, @TempDir Path root) throws Exception {
    try (SmallSite site =
        new SmallSite(schemas.migrated(), root, new SteppedTime(SmallSite.START))) {
      UnlockedTree unlocked = new UnlockedTree(true);
      AreaTree tree = unlocked.of(site.tree);
      assertTrue(look(tree).isDirectory(), "outside transactions");
      AssertionError refused =
          assertThrows(AssertionError.class, () -> site.transactions.run(_ -> look(tree)));
      assertTrue(refused.getMessage().contains("AreaTree.facts"), refused.getMessage());
      assertEquals(List.of(refused.getMessage()), unlocked.broken());
      site.tree.close();
    }
  }

  @Test
  void whatMayBeAskedHasAReason() throws Exception {
    for (String name : UnlockedTree.ACTS.keySet()) {
      Class.forName("org.bora.backend." + name);
      assertTrue(UnlockedTree.ACTS.get(name).length() > 20, name);
    }
  }

  private static EntryFacts look(AreaTree tree) {
    try {
      return tree.facts(AreaPath.ROOT);
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }
}
