package org.bora.backend.scenario;

import static org.bora.api.space.QuotaStanding.Holder.USER;
import static org.bora.backend.scenario.QuotaRaceSuite.done;
import static org.bora.backend.scenario.QuotaRaceSuite.held;
import static org.bora.backend.scenario.QuotaRaceSuite.quota;
import static org.bora.backend.scenario.QuotaRaceSuite.quotas;
import static org.bora.backend.scenario.QuotaRaceSuite.store;
import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.CAROL;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.bora.api.put.PartsDirectory;
import org.bora.api.put.PutReply;
import org.bora.api.word.SrmStatus;
import org.bora.backend.allowance.Holding;
import org.bora.backend.merge.AbandonedParts;
import org.bora.backend.space.QuotaLimits.Quota;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uploads of several parts that are neither completed nor aborted. The other area of the site has
 * the same files, and removes nothing that the books have in this one.
 */
@ExtendWith(MariaDb.class)
class AbandonedPartsIT {
  private static final Duration OLD = AbandonedParts.AFTER.plusSeconds(1);
  private static final Holding NOTHING = new Holding(0, 0);

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  @TempDir private Path root;
  private SmallSite site;

  /** Done once, when the sweep has decided and reads the names of the files. */
  private Runnable meanwhile = () -> {};

  @BeforeEach
  void open(Schemas schemas) {
    AreaTree tree =
        Intercepted.of(
            AreaTree.class,
            SmallSite.open(root),
            (method, _) -> {
              if (method.equals("list")) {
                Runnable now = meanwhile;
                meanwhile = () -> {};
                now.run();
              }
            });
    site = new SmallSite(schemas.migrated(), tree, time, quotas(quota(1000, 1000), Quota.NONE));
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  private static String directory(String above, char digit) {
    return above + PartsDirectory.PREFIX + String.valueOf(digit).repeat(32);
  }

  private static String part(int number) {
    return String.format("%s%05d-0123abcd", PartsDirectory.PART, number);
  }

  /** An upload with a record of 1 byte and parts of 5. */
  private String upload(String dn, String directory, int parts) throws IOException {
    Files.createDirectories(root.resolve(directory));
    store(site, dn, 1, directory + "/" + PartsDirectory.RECORD);
    for (int number = 1; number <= parts; number++) {
      store(site, dn, 5, directory + "/" + part(number));
    }
    return directory;
  }

  private void setAge(String directory, Duration age) throws IOException {
    Files.setLastModifiedTime(
        root.resolve(directory), FileTime.from(site.time.instant().minus(age)));
  }

  private boolean isThere(String name) {
    return Files.exists(root.resolve(name));
  }

  /** What a walk removes. */
  private int swept() {
    time.pass(Duration.ofHours(6));
    return site.sweep.round().orphanUploads();
  }

  @Test
  void theyGoInEveryDirectoryWhoeverTheOwnerIs() throws IOException {
    String first = upload(ALICE, directory("a/b/", '1'), 2);
    String second = upload(BOB, directory("", '2'), 0);
    String third = upload(CAROL, directory("a/", '3'), 1);
    store(site, ALICE, 7, "a/b/object");
    for (String directory : List.of(first, second, third)) {
      setAge(directory, OLD);
    }
    assertEquals(4 + 2 + 3, swept());
    for (String directory : List.of(first, second, third)) {
      assertFalse(isThere(directory));
    }
    assertEquals(new Holding(1, 7), held(site, ALICE, USER));
    assertEquals(NOTHING, held(site, BOB, USER));
    assertEquals(NOTHING, held(site, CAROL, USER));
    time.pass(Duration.ofHours(6));
    assertEquals(0, site.sweep.round().others(), "the books are right");
  }

  @Test
  void oneThatMayGoOnStays() throws IOException {
    String young = upload(ALICE, directory("", '1'), 1);
    setAge(young, AbandonedParts.AFTER.minus(Duration.ofHours(6)));
    assertEquals(0, swept());
    assertEquals(new Holding(2, 6), held(site, ALICE, USER));
  }

  @Test
  void oneThatIsBeingCompletedStays() throws IOException {
    String slow = upload(ALICE, directory("", '1'), 2);
    time.pass(Duration.ofHours(6));
    setAge(slow, OLD);
    List<String> parts = List.of(slow + "/" + part(1), slow + "/" + part(2));
    PutReply object = MergeSuite.merged(site, ALICE, 10, "f", parts, PartsDirectory.RECORD);
    assertEquals(0, site.sweep.round().orphanUploads());
    assertTrue(isThere(slow + "/" + PartsDirectory.RECORD));
    assertTrue(isThere(parts.getFirst()));
    write(object.files().getFirst().turl().orElseThrow(), "x".repeat(10));
    assertEquals(SrmStatus.SUCCESS, done(site, ALICE, object, "f").code());
    site.sweep.round();
    assertFalse(isThere(slow), "as the parts of any file that is stored");
    assertEquals(new Holding(1, 10), held(site, ALICE, USER));
  }

  @Test
  void oneWhoseCompletionBeginsMeanwhileStays() throws IOException {
    String late = upload(ALICE, directory("", '1'), 1);
    time.pass(Duration.ofHours(6));
    setAge(late, OLD);
    String part = late + "/" + part(1);
    meanwhile = () -> MergeSuite.merged(site, ALICE, 5, "f", List.of(part), PartsDirectory.RECORD);
    assertEquals(0, site.sweep.round().orphanUploads());
    assertTrue(isThere(late + "/" + PartsDirectory.RECORD));
    assertTrue(isThere(part));
  }

  @Test
  void oneThatIsAbortedMeanwhileLeavesTheBooksRight() throws IOException {
    String aborted = upload(ALICE, directory("", '1'), 2);
    setAge(aborted, OLD);
    String part = aborted + "/" + part(1);
    meanwhile = () -> QuotaRaceSuite.remove(site, ALICE, part);
    assertEquals(3, swept());
    assertFalse(isThere(aborted));
    assertEquals(NOTHING, held(site, ALICE, USER));
  }

  @Test
  void oneWhoseCompletionWasGivenUpGoes() throws IOException {
    String left = upload(ALICE, directory("", '1'), 1);
    String part = left + "/" + part(1);
    MergeSuite.merged(site, ALICE, 5, "f", List.of(part), PartsDirectory.RECORD);
    time.pass(Duration.ofDays(1)); // the door has died
    site.sweep.round();
    setAge(left, OLD);
    assertEquals(3, swept());
    assertEquals(NOTHING, held(site, ALICE, USER));
  }

  @Test
  void oneToWhichAPartIsBeingSentStays() throws IOException {
    String used = upload(ALICE, directory("", '1'), 1);
    time.pass(Duration.ofHours(6));
    assertEquals(
        SrmStatus.SPACE_AVAILABLE, QuotaRaceSuite.open(site, ALICE, 5, used + "/" + part(2)));
    setAge(used, OLD);
    assertEquals(0, site.sweep.round().orphanUploads());
    assertTrue(isThere(used + "/" + part(1)));
  }

  @Test
  void filesOfOtherProtocolsStay() throws IOException {
    String alike = directory("", '1');
    Files.createDirectories(root.resolve(alike));
    store(site, ALICE, 3, alike + "/part-1");
    String mixed = upload(ALICE, directory("", '2'), 1);
    store(site, ALICE, 4, mixed + "/data");
    String plain = PartsDirectory.PREFIX + "mine";
    upload(ALICE, plain, 1);
    for (String directory : List.of(alike, mixed, plain)) {
      setAge(directory, OLD);
    }
    assertEquals(2, swept());
    assertTrue(isThere(alike + "/part-1"));
    assertTrue(isThere(mixed + "/data"));
    assertTrue(isThere(plain + "/" + part(1)));
    assertEquals(new Holding(4, 3 + 4 + 6), held(site, ALICE, USER));
  }

  @Test
  void whatIsLeftOfOneWhoseRecordIsGoneGoesToo() throws IOException {
    String rest = directory("", '1');
    Files.createDirectories(root.resolve(rest));
    store(site, ALICE, 5, rest + "/" + part(1));
    setAge(rest, OLD);
    assertEquals(2, swept());
    assertEquals(NOTHING, held(site, ALICE, USER));
  }

  @Test
  void oneThatTakesSeveralTransactionsGoes() throws IOException {
    String wide = upload(ALICE, directory("", '1'), 5);
    time.pass(OLD);
    AbandonedParts two = new AbandonedParts(site.transactions, site.books, site.tokens, 2);
    setAge(wide, OLD);
    assertEquals(
        7,
        two.remove(
            site.locator.area("vo").orElseThrow(), AreaPath.parse(wide), site.time.instant()));
    assertFalse(isThere(wide));
    assertEquals(NOTHING, held(site, ALICE, USER));
  }
}
