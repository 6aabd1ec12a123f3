package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.backend.desk.EntryCursor;
import org.bora.backend.desk.EntryDesk;
import org.bora.backend.desk.EntryDesk.Seen;
import org.bora.backend.desk.EntryPage;
import org.bora.backend.desk.EntryPage.Entry;
import org.bora.backend.desk.FileDesk;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an administrator sees in the directories of an area. */
@ExtendWith(MariaDb.class)
class EntriesIT extends RequestedFiles {

  private Seen look(String path, String after, int limit) {
    EntryDesk desk =
        new EntryDesk(
            site.transactions,
            site.locator,
            site.tokens,
            new FileDesk(site.transactions, site.locator, site.tokens));
    String area = site.place("a").area().name();
    return desk.look(desk.place(area, path).orElseThrow(), EntryCursor.parse(after), limit);
  }

  private EntryPage page(String path, String after, int limit) {
    return assertInstanceOf(Seen.Page.class, look(path, after, limit)).page();
  }

  private EntryPage page(String path) {
    return page(path, "", 100);
  }

  private static List<String> names(EntryPage page) {
    return page.entries().stream().map(Entry::name).toList();
  }

  private static Entry entry(EntryPage page, String name) {
    return page.entries().stream().filter(one -> one.name().equals(name)).findAny().orElseThrow();
  }

  private PutReply writes(String name) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, 7, name));
  }

  @Test
  void aDirectoryShowsItsFilesAndDirectories() throws IOException {
    Files.createDirectories(root.resolve("d/e"));
    Files.createSymbolicLink(root.resolve("l"), Path.of("/etc"));
    Files.writeString(root.resolve(".bora-put-x"), "hidden");
    EntryPage page = page("");
    assertEquals(List.of("a", "b", "c", "d", "l"), names(page));
    assertEquals("", page.path());
    assertEquals(site.place("a").area().sfn(), page.sfn());
    assertEquals("D1T0", page.storageClass());
    Entry file = entry(page, "a");
    assertEquals(Optional.of("FILE"), file.kind());
    assertEquals(Optional.of(1L), file.size());
    assertEquals(Optional.of("ONLINE"), file.locality());
    assertEquals(Optional.empty(), file.pins());
    assertEquals(Optional.of("DIRECTORY"), entry(page, "d").kind());
    assertEquals(Optional.empty(), entry(page, "d").size());
    assertEquals(Optional.of("LINK"), entry(page, "l").kind());
    assertEquals(List.of("e"), names(page("d")));
    assertEquals(List.of(), names(page("/d//e/")));
    assertInstanceOf(Seen.Refused.class, look("l/passwd", "", 100), "a link that leads out");
  }

  @Test
  void aFileShowsEverythingAboutItAndNothingIsNothing() {
    EntryPage page = page("a");
    assertEquals(Optional.of("FILE"), page.file().orElseThrow().found());
    assertEquals(List.of(), page.entries());
    assertInstanceOf(Seen.Nothing.class, look("no", "", 100));
    assertInstanceOf(Seen.Nothing.class, look("a/below", "", 100));
    assertThrows(IllegalArgumentException.class, () -> look("../a", "", 100));
    assertThrows(IllegalArgumentException.class, () -> look(".bora-put-x", "", 100));
  }

  @Test
  void pinsAreCountedWithTheirOwners() {
    bring(asked("", OptionalInt.empty(), "a"));
    site.time.pass(Duration.ofSeconds(1));
    site.bringOnline.call(
        Catalogue.BRING_ONLINE, site.call(BOB), asked("", OptionalInt.empty(), "a", "b"));
    EntryPage page = page("");
    EntryPage.Pins pins = entry(page, "a").pins().orElseThrow();
    assertEquals(2, pins.pinned());
    assertEquals(0, pins.waiting());
    assertEquals(Set.of(ALICE, BOB), new HashSet<>(pins.owners()));
    assertFalse(pins.moreOwners());
    assertTrue(pins.until().isAfter(site.time.instant()));
    assertEquals(List.of(BOB), entry(page, "b").pins().orElseThrow().owners());
    assertEquals(Optional.empty(), entry(page, "c").pins());
    assertTrue(page.allPins());
    site.time.pass(Duration.ofDays(1));
    assertEquals(Optional.empty(), entry(page(""), "a").pins(), "their time is over");
  }

  @Test
  void anUploadHoldsItsNameWhetherThereIsAFileOrNot() {
    PutReply replaces = writes("a");
    PutReply makes = writes("new");
    SmallSite.write(makes.files().getFirst().turl().orElseThrow(), "1234");
    EntryPage page = page("");
    assertEquals(List.of("a", "b", "c"), names(page));
    EntryPage.Held held = entry(page, "a").held().orElseThrow();
    assertEquals(replaces.token().orElseThrow(), held.token());
    assertEquals(ALICE, held.owner());
    assertEquals(Optional.empty(), entry(page, "b").held());
    assertEquals(
        Set.of("a", "new"),
        Set.copyOf(page.uploads().stream().map(EntryPage.Upload::name).toList()));
    EntryPage.Upload upload =
        page.uploads().stream().filter(one -> one.name().equals("new")).findAny().orElseThrow();
    assertEquals(makes.token().orElseThrow(), upload.held().token());
    assertEquals(Optional.of(4L), upload.arrived());
    assertEquals(Optional.of(7L), upload.expected());
    assertTrue(Files.exists(root.resolve(upload.hidden())), upload.hidden());
    assertTrue(upload.door().orElseThrow().matches("[a-z]+://[^/]+"), upload.door().toString());
    EntryPage alone = page("new");
    assertEquals(
        upload.hidden(), alone.file().orElseThrow().lock().orElseThrow().hidden(), "not stored");
    SmallSite.write(makes.files().getFirst().turl().orElseThrow(), "1234567");
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(makes.token().orElseThrow(), List.of(surl("new"))));
    assertEquals(List.of("a"), page("").uploads().stream().map(EntryPage.Upload::name).toList());
    assertTrue(entry(page(""), "new").adler32().isPresent());
  }

  @Test
  void pagesFollowEachOther() throws IOException {
    for (int i = 0; i < 5; i++) {
      Files.createFile(root.resolve("f" + i));
    }
    List<String> seen = new ArrayList<>();
    Optional<String> next = Optional.of("");
    while (next.isPresent()) {
      EntryPage page = page("", next.get(), 3);
      assertTrue(page.entries().size() <= 3);
      seen.addAll(names(page));
      next = page.next();
    }
    assertEquals(List.of("a", "b", "c", "f0", "f1", "f2", "f3", "f4"), seen);
    assertEquals(List.of(), page("", "n:a", 3).uploads());
  }

  @Test
  void aVeryWideDirectoryIsReadToItsEnd() throws IOException {
    Path wide = Files.createDirectory(root.resolve("wide"));
    int count = 10_001;
    for (int i = 0; i < count; i++) {
      Files.createFile(wide.resolve("f" + i));
    }
    Set<String> seen = new HashSet<>();
    int shown = 0;
    Optional<String> next = Optional.of("");
    while (next.isPresent()) {
      EntryPage page = page("wide", next.get(), EntryDesk.MOST);
      assertEquals("DIRECTORY", page.order());
      seen.addAll(names(page));
      shown += page.entries().size();
      next = page.next();
    }
    assertEquals(count, shown);
    assertEquals(count, seen.size());
    String begun = page("wide", "", 1).next().orElseThrow();
    Files.delete(wide.resolve(begun.substring(begun.indexOf(':') + 1)));
    assertInstanceOf(Seen.PlaceGone.class, look("wide", begun, 1));
    Files.delete(wide.resolve(names(page("wide", "", 1)).getFirst()));
    assertEquals("NAME", page("wide").order());
  }

  @Test
  void namesThatHurtAreShownAsTheyAre() throws IOException {
    List<String> hurt =
        List.of(
            "\u0001", "\n", "%41", "&lt;b>", "<img src=x>", "\u00e4", "\u202etxt", "x".repeat(255));
    Path there = Files.createDirectory(root.resolve("hurt"));
    for (String name : hurt) {
      Files.writeString(there.resolve(name), name);
    }
    EntryPage page = page("hurt");
    assertEquals(Set.copyOf(hurt), Set.copyOf(names(page)));
    for (String name : hurt) {
      assertEquals(Optional.of("FILE"), page("hurt/" + name).file().orElseThrow().found(), name);
    }
    assertEquals(hurt.size(), page("hurt", "", 1).next().isPresent() ? hurt.size() : 0);
  }
}
