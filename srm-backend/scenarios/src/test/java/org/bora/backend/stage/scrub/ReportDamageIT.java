package org.bora.backend.stage.scrub;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.damage.DamageReport;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Rows;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a door reports of damaged files, in an area without tape. */
@ExtendWith(MariaDb.class)
class ReportDamageIT {
  private static final String HELLO = "062c0215"; // ADLER32 of hello
  private static final String JELLO = "06360217";

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private Path root;
  private SmallSite site;
  private Alarms alarms;
  private Functions reports;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    site = new SmallSite(schemas.migrated(), SmallSite.open(root), time);
    alarms = new Alarms(site.transactions, site.tokens);
    reports = new ReportDamage(site.transactions, site.locator, alarms).functions();
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  private void stored(String name, String content) {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, name));
    write(reply.files().getFirst().turl().orElseThrow(), content);
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))));
  }

  /** As a disk does: size and times stay. */
  private void becomes(String name, String content) throws IOException {
    FileTime written = Files.getLastModifiedTime(root.resolve(name));
    Files.writeString(root.resolve(name), content);
    Files.setLastModifiedTime(root.resolve(name), written);
  }

  private Optional<String> id(String name) throws StorageException {
    return site.tree.facts(site.place(name).path()).id().map(UUID::toString);
  }

  private SrmStatus report(Surl surl, Optional<String> file, String stored, String read) {
    DamageReport report = new DamageReport(surl, file, stored, read, "HTTP");
    return reports.call(Catalogue.REPORT_DAMAGE, site.call(ALICE), report).status().code();
  }

  private void damaged(String name) throws IOException {
    stored(name, "hello");
    becomes(name, "jello");
    assertEquals(SrmStatus.SUCCESS, report(surl(name), id(name), HELLO, JELLO));
  }

  private void scrub() {
    try (ScheduledExecutorService timer = Executors.newScheduledThreadPool(0);
        Scrub scrub =
            new Scrub(
                new Scrub.Ground(site.transactions, site.locator, alarms, site.tokens),
                new ScrubSettings(1, Duration.ofMinutes(1), Duration.ofMinutes(5)),
                _ -> {},
                timer,
                Runnable::run)) {
      scrub.round();
    }
    time.pass(Duration.ofMinutes(1));
  }

  @Test
  void theAlarmOfAFileIsThatOfTheScrub() throws IOException {
    damaged("a");
    Alarm alarm = alarms.list().getFirst();
    assertEquals("damaged vo", alarm.key());
    assertTrue(alarm.text().contains("file /vo/a: its bytes on disk are not"), alarm::text);
    assertTrue(alarm.text().contains("There is no copy on tape"), alarm::text);

    time.pass(Duration.ofMinutes(1));
    assertEquals(SrmStatus.SUCCESS, report(surl("a"), id("a"), HELLO, JELLO));
    scrub();
    Alarm again = alarms.list().getFirst();
    assertEquals(1, alarms.list().size());
    assertEquals(alarm.key(), again.key());
    assertEquals(alarm.text(), again.text());
    assertEquals(alarm.raised(), again.raised());
    assertTrue(again.seen().isAfter(alarm.seen()), again::toString);
  }

  @Test
  void theAlarmEndsWhereAScrubFindsTheFileGood() throws IOException {
    damaged("a");
    becomes("a", "hello");
    scrub();
    assertEquals(List.of(), alarms.list());
  }

  @Test
  void theAlarmEndsWithTheFile() throws IOException {
    damaged("a");
    damaged("b");
    alarms.forgetWhatIsOver();
    assertTrue(alarms.list().getFirst().text().startsWith("2 files. "), alarms.list()::toString);
    stored("a", "hello");
    alarms.forgetWhatIsOver();
    assertTrue(alarms.list().getFirst().text().startsWith("file /vo/b: "), alarms.list()::toString);
    stored("b", "hello");
    alarms.forgetWhatIsOver();
    assertEquals(List.of(), alarms.list());
  }

  @Test
  void whatIsNotAboutTheFileAsItIsRaisesNoAlarm() throws IOException {
    stored("a", "hello");
    Optional<String> file = id("a");
    assertEquals(
        SrmStatus.INVALID_REQUEST, report(surl("a"), id("a"), JELLO, HELLO), "another checksum");
    assertEquals(SrmStatus.INVALID_REQUEST, report(surl("a"), id("a"), HELLO, HELLO), "no damage");
    assertEquals(
        SrmStatus.INVALID_REQUEST, report(surl("a"), id("a"), HELLO, "hello\n"), "no checksum");
    assertEquals(SrmStatus.INVALID_PATH, report(surl("b"), file, HELLO, JELLO), "no file");
    assertEquals(
        SrmStatus.INVALID_PATH,
        report(new Surl("srm://se.example/nowhere/a"), file, HELLO, JELLO),
        "no area");
    Files.writeString(root.resolve("a"), "past Bora");
    assertEquals(
        SrmStatus.INVALID_REQUEST, report(surl("a"), id("a"), HELLO, JELLO), "changed since");
    Files.writeString(root.resolve("c"), "hello");
    assertEquals(
        SrmStatus.INVALID_REQUEST, report(surl("c"), id("c"), HELLO, JELLO), "never stored");
    assertEquals(List.of(), alarms.list());
  }

  @Test
  void theSameContentThatWasPutAgainMeanwhileRaisesNoAlarm() throws IOException {
    stored("a", "hello");
    becomes("a", "jello");
    Optional<String> read = id("a");
    stored("a", "hello");
    assertEquals(SrmStatus.INVALID_REQUEST, report(surl("a"), read, HELLO, JELLO));
    assertEquals(
        SrmStatus.INVALID_REQUEST, report(surl("a"), Optional.empty(), HELLO, JELLO), "no file");
    assertEquals(List.of(), alarms.list());

    becomes("a", "jello");
    assertEquals(SrmStatus.SUCCESS, report(surl("a"), id("a"), HELLO, JELLO));
    assertEquals(1, alarms.list().size());
  }

  @Test
  void aFileThatTheDatabaseDoesNotKnowRaisesNoAlarm() throws IOException {
    stored("a", "hello");
    UUID id = site.tree.facts(site.place("a").path()).id().orElseThrow();
    site.transactions.run(
        sql -> sql.sql("DELETE FROM stored_file WHERE id = ?").param(Rows.bytes(id)).update());
    assertEquals(SrmStatus.INVALID_REQUEST, report(surl("a"), id("a"), HELLO, JELLO));
    assertEquals(List.of(), alarms.list());
  }
}
