package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.EntryFacts.Kind;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.ListingMark;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Vouched;
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
  void aGlanceTellsWhatTheFactsAre() throws IOException {
    area().write("plain", "123");
    area().write("closed", "1");
    tree().setMode(path("closed"), 0);
    area().write("for-groups", "12");
    tree().setMode(path("for-groups"), 0664);
    Files.createDirectory(inArea("dir"));
    Files.createSymbolicLink(inArea("link"), scratch().outside());
    area().put("stored", "content", false);
    area().put("changed", "content", false);
    area().write("changed", "other content");
    for (String name : List.of("copied", "released")) {
      UUID id = area().put(name, "Wikipedia", false).id();
      tree().residences().noteTapeCopy(path(name), id, ResidencePart.copy(Optional.empty()));
      if (name.equals("released")) {
        tree().residences().release(path(name), id);
      }
    }
    if (tree().keepsAcls()) {
      Acl acl = Acl.ofMode(0640).withUser(1, 7);
      area().write("listed", "x");
      area().put("listed-and-stored", "x", false);
      for (String name : List.of("listed", "listed-and-stored")) {
        tree().setAcl(path(name), acl);
      }
      Files.createDirectory(inArea("listed-dir"));
      tree().setAcl(path("listed-dir"), acl);
    }
    try (Listing listing = tree().list(AreaPath.ROOT)) {
      for (String name : area().list("")) {
        EntryFacts facts = listing.facts(name);
        EntryFacts all = shown(facts, facts.adler32());
        EntryFacts cheap = shown(facts, Optional.empty());
        EntryFacts seen = listing.glance(name, true);
        EntryFacts less = listing.glance(name, false);
        assertEquals(all, shown(seen, seen.adler32()), name);
        assertEquals(cheap, shown(less, Optional.empty()), name);
      }
      assertRefused(Reason.MISSING, () -> listing.glance("absent", true));
      for (String no : List.of("..", ".", "", "dir/x", ".bora-put-1")) {
        assertThrows(IllegalArgumentException.class, () -> listing.glance(no, true), no);
      }
    }
  }

  /** All but the identifier, which a glance may leave out. */
  private static EntryFacts shown(EntryFacts facts, Optional<String> checksum) {
    return new EntryFacts(
        facts.kind(),
        facts.size(),
        facts.modifiedAt(),
        facts.madeAt(),
        facts.mode(),
        facts.uid(),
        facts.gid(),
        checksum,
        Optional.empty(),
        facts.label(),
        facts.residency(),
        Vouched.NOTHING);
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

  @Test
  void aListingGoesOnWhereAnotherStood() throws IOException {
    int wide = 3_000;
    for (int file = 0; file < wide; file++) {
      Files.createFile(inArea("file-with-a-usual-name-" + file));
    }
    area().begun("upload", "");
    try (Listing first = tree().list(AreaPath.ROOT);
        Listing second = tree().list(AreaPath.ROOT)) {
      assertThrows(IllegalStateException.class, first::mark);
      assertEquals(first.version(), second.version());
      for (int name = 1; name < wide; name++) {
        Optional<String> read = first.next();
        if (name % 997 == 0 || name == 1) {
          assertTrue(second.goTo(first.mark()), "the filesystem leads back nowhere");
          assertEquals(read, second.next());
        }
      }
      assertEquals(first.next(), behind(second, first.mark()));
      assertEquals(Optional.empty(), second.next());
    }
  }

  private static Optional<String> behind(Listing listing, ListingMark mark)
      throws StorageException {
    assertTrue(listing.goTo(mark));
    return listing.next();
  }

  @Test
  void aMarkThatLeadsElsewhereLeadsToTheBeginning() throws IOException {
    for (int file = 0; file < 10; file++) {
      area().write("file" + file, "1");
    }
    try (Listing listing = tree().list(AreaPath.ROOT)) {
      Optional<String> first = listing.next();
      listing.next();
      ListingMark here = listing.mark();
      assertFalse(listing.goTo(new ListingMark(here.position(), "another")));
      assertEquals(first, listing.next());
    }
  }

  @Test
  void aDirectoryIsAnotherVersionWhenANameComes() throws IOException {
    area().write("file", "1");
    try (Listing listing = tree().list(AreaPath.ROOT)) {
      DirectoryVersion before = listing.version();
      assertEquals(before, listing.version());
      for (int more = 0; listing.version().equals(before); more++) {
        area().write("more" + more, "1"); // until the clock of the filesystem ticks
        assertTrue(more < 10_000, "its changes are not told");
      }
    }
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
