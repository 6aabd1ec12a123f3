package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.storage.spi.Owner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file on a real disk; the clock is set. */
class GridMappingIT {

  private static final Caller ALICE = new Caller("/CN=Alice", "/CN=CA", List.of(), "::1");

  @TempDir Path dir;
  private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-20T12:00:00Z"));
  private final NamedAccounts accounts = new NamedAccounts().with("alice", 1001).with("prod", 1002);
  private Path file;
  private boolean rootAllowed;

  @BeforeEach
  void writesAMapfile() throws IOException {
    file = dir.resolve("grid-mapfile");
    Files.writeString(file, "\"/CN=Alice\" alice\n");
  }

  private GridMapping mapping() throws IOException {
    return new GridMapping(
        new MappingSettings(
            file, Duration.ofSeconds(10), Optional.empty(), dir, false, rootAllowed),
        accounts,
        clock);
  }

  @Test
  void mapsWhomTheFileNames() throws IOException {
    assertEquals(new Mapped.To(new Owner(1001, 1001), "alice"), mapping().map(ALICE));
  }

  @Test
  void whoTellsOfACallIsToldTheLineThatDecided() throws IOException {
    Files.writeString(file, "# accounts\n\"/CN=Alice\" alice\n");
    Rulings rulings = new Rulings();

    rulings.bound().call(() -> open().map(ALICE));
    assertEquals(Optional.of(file + ":2: \"/CN=Alice\" alice"), rulings.mapping());

    Caller bob = new Caller("/CN=Bob", "/CN=CA", List.of(), "::1");
    rulings.bound().call(() -> open().map(bob));
    assertEquals(Optional.of("no line of " + file), rulings.mapping());
  }

  private GridMapping open() {
    try {
      return mapping();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void refusesWhomTheFileDoesNotName() throws IOException {
    Caller bob = new Caller("/CN=Bob", "/CN=CA", List.of(), "::1");

    assertEquals(new Mapped.Refused("the grid-mapfile does not name /CN=Bob"), mapping().map(bob));
  }

  @Test
  void refusesWhoseAccountDoesNotExist() throws IOException {
    Files.writeString(file, "\"/CN=Alice\" gone\n");

    assertInstanceOf(Mapped.Refused.class, mapping().map(ALICE));
    assertTrue(mapping().explain(ALICE).startsWith("none: account gone does not exist"));
  }

  @Test
  void nobodyIsRootUnlessThatIsAllowed() throws IOException {
    accounts.with("toor", 0);
    Files.writeString(file, "\"/CN=Alice\" toor\n");

    assertInstanceOf(Mapped.Refused.class, mapping().map(ALICE));
    rootAllowed = true;
    assertEquals(new Mapped.To(new Owner(0, 0), "toor"), mapping().map(ALICE));
    var mistake =
        assertThrows(IllegalArgumentException.class, () -> new StaticMapping("toor", accounts));
    assertTrue(mistake.getMessage().contains("is root"), mistake.getMessage());
  }

  @Test
  void oneAccountCanServeEveryone() {
    assertEquals(
        new Mapped.To(new Owner(1002, 1002), "prod"),
        new StaticMapping("prod", accounts).map(ALICE));
    assertThrows(IllegalArgumentException.class, () -> new StaticMapping("gone", accounts));
  }

  @Test
  void anExplanationNamesTheLine() throws IOException {
    assertEquals("alice (" + file + ":1: \"/CN=Alice\" alice)", mapping().explain(ALICE));
  }

  @Test
  void poolAccountsAreLeasedOnceAndAnEmptyPoolIsSaid() throws IOException {
    Files.writeString(file, "\"/CN=*\" .pool\n");
    Files.createFile(dir.resolve("pool01"));
    accounts.with("pool01", 2001);
    GridMapping mapping = mapping();
    Caller bob = new Caller("/CN=Bob", "/CN=CA", List.of(), "::1");

    assertTrue(mapping.explain(ALICE).startsWith("a lease of pool pool, not taken yet"));
    assertEquals(
        new Mapped.Refused("no account of the pool is leased yet"),
        mapping.known(bob),
        "who only mentions a name takes nothing");
    assertEquals(new Mapped.To(new Owner(2001, 2001), "pool01"), mapping.map(ALICE));
    assertEquals(
        new Mapped.Refused("no account is left in the pool for /CN=Bob"), mapping.map(bob));
    assertEquals(mapping.map(ALICE), mapping.known(ALICE));
    assertTrue(mapping.explain(ALICE).startsWith("pool01 ("));
  }

  @Test
  void readsAChangedFileAgainButNotBeforeItsTime() throws IOException {
    GridMapping mapping = mapping();
    Files.writeString(file, "# moved\n\"/CN=Alice\" prod\n");

    clock.advance(Duration.ofMillis(9_999));
    assertEquals("alice", assertInstanceOf(Mapped.To.class, mapping.map(ALICE)).account());
    clock.advance(Duration.ofMillis(1));
    assertEquals("prod", assertInstanceOf(Mapped.To.class, mapping.map(ALICE)).account());
  }

  @Test
  void aBrokenOrVanishedFileLeavesTheOldOneInForce() throws IOException {
    GridMapping mapping = mapping();

    Files.writeString(file, "\"/CN=Alice prod\n");
    clock.advance(Duration.ofSeconds(10));
    assertEquals("alice", assertInstanceOf(Mapped.To.class, mapping.map(ALICE)).account());

    Files.delete(file);
    clock.advance(Duration.ofSeconds(10));
    assertEquals("alice", assertInstanceOf(Mapped.To.class, mapping.map(ALICE)).account());

    Files.writeString(file, "\"/CN=Alice\" prod\n");
    clock.advance(Duration.ofSeconds(10));
    assertEquals("prod", assertInstanceOf(Mapped.To.class, mapping.map(ALICE)).account());
  }

  @Test
  void aBrokenFileAtTheStartStopsTheStart() throws IOException {
    Files.writeString(file, "# fine\n\"/CN=Alice\n");

    var mistake = assertThrows(IllegalArgumentException.class, this::mapping);

    assertEquals("line 2: the closing quote is missing", mistake.getMessage());
  }
}
