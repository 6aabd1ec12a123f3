package org.bora.backend.scenario;

import static org.bora.api.space.QuotaStanding.Holder.USER;
import static org.bora.backend.scenario.QuotaRaceSuite.abort;
import static org.bora.backend.scenario.QuotaRaceSuite.done;
import static org.bora.backend.scenario.QuotaRaceSuite.held;
import static org.bora.backend.scenario.QuotaRaceSuite.open;
import static org.bora.backend.scenario.QuotaRaceSuite.quota;
import static org.bora.backend.scenario.QuotaRaceSuite.quotas;
import static org.bora.backend.scenario.QuotaRaceSuite.remove;
import static org.bora.backend.scenario.QuotaRaceSuite.store;
import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.CAROL;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Catalogue;
import org.bora.api.put.MadeOf;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.allowance.Holding;
import org.bora.backend.authorise.Rulings;
import org.bora.backend.space.QuotaLimits.Quota;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that become parts of another one count once, whatever dies, and go. */
abstract class MergeSuite {
  private static final SrmStatus OPEN = SrmStatus.SPACE_AVAILABLE;
  private static final SrmStatus TOO_MUCH = SrmStatus.NO_USER_SPACE;

  private final SteppedTime time = new SteppedTime(SmallSite.START);

  private SmallSite site(Schemas schemas, Path root) throws IOException {
    Files.createDirectory(root.resolve("parts"));
    return new SmallSite(
        schemas.migrated(), SmallSite.open(root), time, quotas(quota(10, 100), Quota.NONE));
  }

  /** A put of a file that is made of others in the directory of the first. */
  static PutReply merged(
      SmallSite site, String dn, long bytes, String name, List<String> parts, String... others) {
    String directory = parts.getFirst().substring(0, parts.getFirst().lastIndexOf('/'));
    MadeOf made =
        new MadeOf(
            surl(directory),
            parts.stream().map(part -> part.substring(directory.length() + 1)).toList(),
            List.of(others));
    PutFile file = new PutFile(Optional.of(surl(name)), OptionalLong.of(bytes), Optional.of(made));
    PutRequest request =
        new PutRequest(
            List.of(file),
            "",
            OverwriteMode.ALWAYS,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.of(600),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    return site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(dn, "/vo"), request);
  }

  private static PutReply merged(SmallSite site, String name) {
    return merged(site, ALICE, 10, name, List.of("parts/1", "parts/2"));
  }

  private static void parts(SmallSite site) {
    store(site, ALICE, 6, "parts/1");
    store(site, ALICE, 4, "parts/2");
  }

  private static SrmStatus status(PutReply reply) {
    return reply.files().getFirst().status().code();
  }

  private static void finish(SmallSite site, PutReply reply, String name) {
    write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(10));
    assertEquals(SrmStatus.SUCCESS, done(site, ALICE, reply, name).code());
  }

  @Test
  void aFileTakesNothingOfAQuotaThatItsPartsFill(Schemas schemas, @TempDir Path root)
      throws IOException {
    try (SmallSite site = site(schemas, root)) {
      parts(site);
      PutReply reply = merged(site, "f");
      assertEquals(OPEN, status(reply));
      assertEquals(new Holding(1, 10), held(site, ALICE, USER));
      assertEquals(TOO_MUCH, open(site, ALICE, 1, "g"));
      finish(site, reply, "f");
      assertTrue(Files.exists(root.resolve("parts/1")), "the door has died before it removes them");
      assertEquals(new Holding(1, 10), held(site, ALICE, USER));
      assertEquals(TOO_MUCH, open(site, ALICE, 1, "g"));
      site.sweep.round();
      assertFalse(Files.exists(root.resolve("parts")), "they go, and their directory");
      assertEquals(new Holding(1, 10), held(site, ALICE, USER));
      remove(site, ALICE, "f");
      assertEquals(new Holding(0, 0), held(site, ALICE, USER));
    }
  }

  @Test
  void partsCountAgainWhenTheirFileIsGivenUp(Schemas schemas, @TempDir Path root)
      throws IOException {
    try (SmallSite site = site(schemas, root)) {
      parts(site);
      abort(site, ALICE, merged(site, "f"));
      assertEquals(new Holding(2, 10), held(site, ALICE, USER));
      site.sweep.round();
      assertTrue(Files.exists(root.resolve("parts/1")), "another attempt needs them");
      PutReply left = merged(site, "f");
      assertEquals(OPEN, status(left));
      time.pass(Duration.ofDays(1)); // the door is dead, its lease ends
      site.sweep.round();
      assertEquals(new Holding(2, 10), held(site, ALICE, USER));
      PutReply last = merged(site, "f");
      finish(site, last, "f");
      assertEquals(new Holding(1, 10), held(site, ALICE, USER));
    }
  }

  @Test
  void oneFileIsMadeOfParts(Schemas schemas, @TempDir Path root) throws IOException {
    try (SmallSite site = site(schemas, root)) {
      parts(site);
      PutReply first = merged(site, "f");
      assertEquals(SrmStatus.FILE_BUSY, status(merged(site, "g")));
      finish(site, first, "f");
      assertEquals(SrmStatus.FILE_LOST, status(merged(site, "f")));
      assertEquals(SrmStatus.FILE_LOST, status(merged(site, "g")));
    }
  }

  @Test
  void othersInTheDirectoryCountUntilTheyGoWithTheParts(Schemas schemas, @TempDir Path root)
      throws IOException {
    try (SmallSite site = site(schemas, root)) {
      store(site, ALICE, 3, "parts/1");
      store(site, ALICE, 2, "parts/old");
      store(site, BOB, 4, "parts/2");
      PutReply reply =
          merged(site, ALICE, 7, "f", List.of("parts/1", "parts/2"), "old", "not-there");
      assertEquals(OPEN, status(reply));
      assertEquals(
          new Holding(2, 9), held(site, ALICE, USER), "parts that Bob has sent count for Bob");
      assertEquals(new Holding(1, 4), held(site, BOB, USER));
      write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(7));
      assertEquals(SrmStatus.SUCCESS, done(site, ALICE, reply, "f").code());
      assertEquals(new Holding(2, 9), held(site, ALICE, USER));
      site.move("parts/1", "moved");
      site.sweep.round();
      assertFalse(Files.exists(root.resolve("moved")), "another name does not keep it");
      assertFalse(Files.exists(root.resolve("parts")));
      assertEquals(new Holding(1, 7), held(site, ALICE, USER));
      assertEquals(new Holding(0, 0), held(site, BOB, USER));
    }
  }

  @Test
  void partsThatOthersHaveSentAreMadeAFileByWhoMayRemoveThem(Schemas schemas, @TempDir Path root)
      throws IOException {
    try (SmallSite site = site(schemas, root)) {
      Files.createDirectory(root.resolve("kept"));
      store(site, ALICE, 3, "kept/1");
      store(site, CAROL, 4, "kept/2");
      Rulings rulings = new Rulings();
      PutReply all =
          rulings.bound().call(() -> merged(site, CAROL, 7, "f", List.of("kept/1", "kept/2")));
      assertEquals(SrmStatus.AUTHORIZATION_FAILURE, status(all));
      Rulings.Ruling why = rulings.of(surl("f")).orElseThrow();
      assertFalse(why.allowed());
      assertTrue(why.text().contains("deny delete"), "the rule that decided is told: " + why);
      PutReply along = merged(site, CAROL, 4, "f", List.of("kept/2"), "1");
      assertEquals(SrmStatus.AUTHORIZATION_FAILURE, status(along), "what goes with them counts");
      assertEquals(new Holding(1, 3), held(site, ALICE, USER));
      assertEquals(new Holding(1, 4), held(site, CAROL, USER));
      PutReply own = merged(site, CAROL, 4, "f", List.of("kept/2"));
      assertEquals(OPEN, status(own), "her own go without");
      abort(site, CAROL, own);
      assertEquals(OPEN, status(merged(site, BOB, 7, "f", List.of("kept/1", "kept/2"))));
    }
  }

  @Test
  void partsAreInTheAreaOfTheirFile(Schemas schemas, @TempDir Path root) throws IOException {
    try (SmallSite site = site(schemas, root)) {
      MadeOf made = new MadeOf(surl("shift", "parts"), List.of("1"), List.of());
      PutFile file = new PutFile(Optional.of(surl("f")), OptionalLong.of(1), Optional.of(made));
      PutRequest request =
          new PutRequest(
              List.of(file),
              "",
              OverwriteMode.ALWAYS,
              Optional.empty(),
              OptionalInt.empty(),
              OptionalInt.empty(),
              OptionalInt.empty(),
              Optional.empty(),
              Optional.empty(),
              List.of());
      PutReply reply = site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE, "/vo"), request);
      assertEquals(SrmStatus.INVALID_REQUEST, status(reply));
    }
  }
}
