package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Set;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts.Kind;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;

/** Reading directories. */
abstract class ListingsPart extends Part {
  private static final int WIDE = 100_000;

  /** Names alone would need ten times this. */
  private static final long CONSTANT_MEMORY_BYTES = 1 << 20;

  @Test
  void hiddenNamesAreLeftOut() throws IOException {
    area().write("seen", "1");
    area().write(".dot", "ordinary");
    area().begun("upload", "");
    assertEquals(Set.of("seen", ".dot"), Set.copyOf(area().list("")));
  }

  @Test
  void eachNameHasItsFacts() throws IOException {
    area().write("file", "123");
    Files.createDirectory(inArea("dir"));
    Files.createSymbolicLink(inArea("link"), scratch().outside());
    try (Listing listing = tree().list(AreaPath.ROOT)) {
      assertEquals(3, listing.facts("file").size());
      assertEquals(Kind.DIRECTORY, listing.facts("dir").kind());
      assertEquals(Kind.LINK, listing.facts("link").kind());
      assertRefused(Reason.MISSING, () -> listing.facts("absent"));
      assertThrows(IllegalArgumentException.class, () -> listing.facts(".."));
      assertThrows(IllegalArgumentException.class, () -> listing.facts("dir/x"));
    }
  }

  @Test
  void aLinkToADirectoryIsNotListed() throws IOException {
    Files.createDirectory(inArea("dir"));
    Files.createSymbolicLink(inArea("link"), java.nio.file.Path.of("dir"));
    assertThrows(StorageException.class, () -> tree().list(path("link")));
  }

  @Test
  void aWideDirectoryIsReadInConstantMemoryAndAlwaysInTheSameOrder() throws IOException {
    int wide = WIDE / area().slowness();
    for (int file = 0; file < wide; file++) {
      Files.createFile(inArea("file-with-a-usual-name-" + file));
    }
    try (Listing first = tree().list(AreaPath.ROOT);
        Listing second = tree().list(AreaPath.ROOT)) {
      long before = usedBytes();
      int names = 0;
      Optional<String> name = first.next();
      while (name.isPresent()) {
        assertEquals(name, second.next());
        names++;
        name = first.next();
      }
      assertEquals(wide, names);
      assertEquals(Optional.empty(), second.next());
      long grown = usedBytes() - before;
      assertTrue(grown < CONSTANT_MEMORY_BYTES, () -> grown + " bytes kept by two open listings");
    }
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
