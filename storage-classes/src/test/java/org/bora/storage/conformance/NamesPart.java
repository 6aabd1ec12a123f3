package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.text.Normalizer;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;

/** Which names there are. */
abstract class NamesPart extends Part {

  @Test
  void aNameOf255BytesWorks() throws IOException {
    String name = "ü".repeat(127) + "x";
    area().put(name, "long", false);
    assertEquals(4, tree().facts(path(name)).size());
    assertEquals(1, area().list("").size());
    tree().removeFile(path(name));
  }

  @Test
  void aNameOf256BytesIsRefusedBeforeItReachesTheKernel() {
    assertThrows(IllegalArgumentException.class, () -> path("x".repeat(256)));
  }

  @Test
  void unicodeNormalFormsAreDifferentNames() throws IOException {
    String composed = Normalizer.normalize("Zürich", Normalizer.Form.NFC);
    String decomposed = Normalizer.normalize("Zürich", Normalizer.Form.NFD);
    area().put(composed, "1", false);
    area().put(decomposed, "22", false);
    assertEquals(1, tree().facts(path(composed)).size());
    assertEquals(2, tree().facts(path(decomposed)).size());
    assertEquals(Set.of(composed, decomposed), Set.copyOf(area().list("")));
  }

  @Test
  void controlCharactersBlanksAndBackslashesAreOrdinary() throws StorageException {
    for (String name : new String[] {" ", "a\nb", "\t", "back\\slash", "-rf", "*", "%2e%2e", "…"}) {
      tree().makeDirectory(path(name), Owner.PROCESS, 0755);
      assertEquals(true, tree().facts(path(name)).isDirectory(), name);
    }
    assertEquals(8, area().list("").size());
  }

  @Test
  void aPathOfAHundredLevelsWorks() throws IOException {
    AreaPath deep = AreaPath.ROOT;
    for (int level = 0; level < 100; level++) {
      deep = deep.child("level-" + level);
      tree().makeDirectory(deep, Owner.PROCESS, 0755);
    }
    area().put(deep.child("file").toString(), "deep", false);
    assertEquals(4, tree().facts(deep.child("file")).size());
  }

  @Test
  void theLongestPathTheAreaAllowsIsAskedForWithoutError() {
    String longest =
        IntStream.range(0, 1500).mapToObj(level -> "d").collect(Collectors.joining("/"));
    assertRefused(Reason.MISSING, () -> tree().facts(path(longest)));
  }

  @Test
  void aDirectoryIsMadeOnceAndOnlyInAnotherOne() throws StorageException {
    tree().makeDirectory(path("a"), Owner.PROCESS, 0755);
    assertRefused(Reason.EXISTS, () -> tree().makeDirectory(path("a"), Owner.PROCESS, 0755));
    assertRefused(Reason.MISSING, () -> tree().makeDirectory(path("x/y"), Owner.PROCESS, 0755));
  }
}
