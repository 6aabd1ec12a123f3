package org.bora.storm.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinState;
import org.bora.backend.pin.PinTable;
import org.bora.backend.pin.PinnedFiles;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;
import org.bora.backend.space.Reservations;
import org.bora.backend.space.Space;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storm.report.Finding;
import org.bora.storm.report.Findings;
import org.bora.storm.report.ImportReport;
import org.bora.storm.report.SettingVerdict;
import org.bora.storm.source.UnreadableSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What lives in StoRM's database lives on in Bora's. */
@ExtendWith(MariaDb.class)
class TakeoverIT {
  private static final String SPACE = "0b1c7dcb-89a5-4d2e-b302-5b2a6a0a2d3f";
  private static final String GET = "5e9c7a1b-0d51-4f0a-9b5c-1d2e3f405162";
  private static final String BRING = "6f0d8b2c-1e62-4a1b-8c6d-2e3f40516273";
  private static final String SURL = "srm://se.example.org:8444/srm/managerv2?SFN=/vo/";
  private static final int DAY = 86_400;

  @TempDir private Path root;

  private final List<String> steps = new ArrayList<>();
  private DatabaseSettings settings;
  private StormSchemas storm;
  private SmallSite site;

  @BeforeEach
  void begin(Schemas schemas) throws SQLException {
    settings = schemas.migrated();
    storm = new StormSchemas(settings.url());
    site = new SmallSite(settings, root, new SteppedTime(SmallSite.START));
  }

  @AfterEach
  void end() throws Exception {
    site.close();
    storm.close();
  }

  private ImportReport takeOver() throws UnreadableSource {
    StormState state = StormDatabase.read(settings.url(), "root", "");
    Findings findings = new Findings();
    Optional<String> failure =
        new Takeover(
                site.transactions,
                site.locator,
                site.books,
                site.time,
                findings,
                (done, all) -> steps.add(done + "/" + all))
            .run(state);
    assertEquals(Optional.empty(), failure);
    int all = state.spaces().size() + state.requests().size();
    assertEquals(
        all == 0 ? List.of() : List.of(all + "/" + all),
        steps.subList(Math.max(0, steps.size() - 1), steps.size()));
    return new ImportReport(findings.all());
  }

  private List<Space> reservations() {
    return new Reservations(site.transactions, site.books)
        .ofOwners(Optional.empty(), List.of(SmallSite.ALICE), site.time.instant());
  }

  private PinnedFiles pins(String token) {
    RequestToken parsed = RequestToken.parse(token).orElseThrow();
    return site.transactions.read(sql -> new PinTable().find(sql, parsed)).orElseThrow();
  }

  @Test
  void aReservationKeepsTokenOwnerSizeAndEnd() throws Exception {
    storm.space(SPACE, SmallSite.ALICE, root + "/.space1", DAY, "Permanent");
    storm.space(UUID.randomUUID().toString(), SmallSite.ALICE, root + "/.old", 60, "Permanent");
    storm.space(UUID.randomUUID().toString(), SmallSite.ALICE, "/else/.s", DAY, "Permanent");
    storm.space("not a token", SmallSite.ALICE, root + "/.odd", DAY, "Permanent");
    ImportReport first = takeOver();
    assertEquals(first.findings(), takeOver().findings());
    assertEquals(3, first.count(SettingVerdict.DROPPED), () -> String.join("\n", first.lines()));
    Space taken = reservations().getFirst();
    assertEquals(List.of(taken), reservations());
    assertEquals(SPACE, taken.token());
    assertEquals(1000, taken.total());
    assertEquals(600, taken.guaranteed());
    assertEquals("run7", taken.description());
    Instant end = taken.ends().orElseThrow();
    Duration off = Duration.between(end, site.time.instant().plusSeconds(DAY - 3600)).abs();
    assertTrue(off.compareTo(Duration.ofMinutes(5)) < 0, () -> "ends " + end);
    UUID id = UUID.fromString(SPACE);
    assertEquals(1000, site.transactions.read(sql -> site.books.sums(sql, id)).free());
  }

  @Test
  void ofAReservationThatIsUsedOnlyTheRestIsTakenOver() throws Exception {
    String full = UUID.randomUUID().toString();
    storm.space(SPACE, SmallSite.ALICE, root + "/.space1", DAY, "Permanent");
    storm.space(full, SmallSite.ALICE, root + "/.space2", DAY, "Permanent");
    storm.run("UPDATE storm_be_ISAM.storage_space SET USED_SIZE = 700");
    storm.run(
        "UPDATE storm_be_ISAM.storage_space SET USED_SIZE = 1000 WHERE SPACE_TOKEN = '"
            + full
            + "'");
    ImportReport report = takeOver();
    Space taken = reservations().getFirst();
    assertEquals(List.of(taken), reservations());
    assertEquals(300, taken.total());
    assertEquals(300, taken.guaranteed());
    String text = String.join("\n", report.lines());
    assertTrue(text.contains("run7 of 1000 bytes, 700 of them used"), text);
    assertTrue(text.contains(root + "/.space1 holds the same bytes once more"), text);
    assertEquals(1, report.count(SettingVerdict.CHANGED));
    assertEquals(1, report.count(SettingVerdict.DROPPED));
  }

  @Test
  void aRowThatDoesNotFitKeepsBackNoOther() throws Exception {
    storm.run("ALTER TABLE storm_be_ISAM.storage_space MODIFY USERDN TEXT");
    storm.space(UUID.randomUUID().toString(), "/CN=" + "x".repeat(5000), root + "/.s", DAY, "x");
    storm.space(SPACE, SmallSite.ALICE, root + "/.space1", DAY, "Permanent");
    ImportReport report = takeOver();
    assertEquals(1, reservations().size());
    assertEquals(1, report.count(SettingVerdict.DROPPED), () -> String.join("\n", report.lines()));
  }

  @Test
  void aDatabaseThatFailsHalfWayIsASentence() throws Exception {
    storm.space(SPACE, SmallSite.ALICE, root + "/.space1", DAY, "Permanent");
    storm.request(1, GET, SmallSite.ALICE, DAY);
    storm.file("Get", 1, 1, SURL + "a", 22);
    StormState state = StormDatabase.read(settings.url(), "root", "");
    site.transactions.run(sql -> sql.sql("RENAME TABLE request TO hidden").update());
    Findings findings = new Findings();
    String why =
        new Takeover(
                site.transactions,
                site.locator,
                site.books,
                site.time,
                findings,
                (done, all) -> steps.add(done + "/" + all))
            .run(state)
            .orElseThrow();
    assertEquals(List.of("1/2"), steps);
    assertTrue(why.contains("stopped after 1 ") && why.contains("run it again"), why);
    assertEquals(1, findings.all().size());
  }

  @Test
  void whatWasReleasedSinceIsNotTakenOverAgain() throws Exception {
    storm.space(SPACE, SmallSite.ALICE, root + "/.space1", DAY, "Permanent");
    takeOver();
    new Reservations(site.transactions, site.books)
        .release(reservations().getFirst(), site.time.instant());
    takeOver();
    assertEquals(List.of(), reservations());
  }

  @Test
  void pinsThatHoldKeepTheirTokenAndTheTimeThatIsLeft() throws Exception {
    storm.request(1, GET, SmallSite.ALICE, DAY);
    storm.file("Get", 1, 1, SURL + "a", 22);
    storm.file("Get", 2, 1, "srm://se.example.org/vo/b", 22);
    storm.file("Get", 3, 1, SURL + "released", 21);
    storm.request(2, BRING, SmallSite.BOB, DAY);
    storm.file("BoL", 4, 2, SURL + "c", 0);
    storm.file("BoL", 5, 2, "srm://elsewhere.example.org/vo/c", 0);
    storm.request(3, UUID.randomUUID().toString(), SmallSite.BOB, 60);
    storm.file("Get", 6, 3, SURL + "over", 22);
    ImportReport first = takeOver();
    assertEquals(first.findings(), takeOver().findings());
    PinnedFiles get = pins(GET);
    assertEquals(RequestKind.GET, get.head().kind());
    assertEquals(SmallSite.ALICE, get.head().owner().dn());
    assertEquals(2, get.files().size());
    Pin pin = get.files().getFirst();
    assertEquals(PinState.PINNED, pin.state());
    assertEquals(Optional.of("gsiftp://h:2811/f"), pin.turl());
    assertTrue(pin.life().toMinutes() > 22 * 60 && pin.life().toMinutes() <= 23 * 60);
    assertEquals(RequestKind.BRING_ONLINE, pins(BRING).head().kind());
    assertEquals(1, pins(BRING).files().size());
    assertEquals(1, first.count(SettingVerdict.DROPPED), () -> String.join("\n", first.lines()));
  }

  @Test
  void aRequestHasTheVoOfThePrimaryAttribute() throws Exception {
    storm.request(1, GET, SmallSite.ALICE, DAY);
    storm.attributes(1, "/atlas/prod/Role=production/Capability=NULL#/cms");
    storm.file("Get", 1, 1, SURL + "a", 22);
    storm.request(2, BRING, SmallSite.BOB, DAY);
    storm.file("BoL", 2, 2, SURL + "c", 0);
    takeOver();
    assertEquals(Optional.of("atlas"), pins(GET).head().owner().vo());
    assertEquals(Optional.empty(), pins(GET).head().owner().role(), "its token is Alice's alone");
    assertEquals(Optional.empty(), pins(BRING).head().owner().vo());
  }

  @Test
  void attributesThatAreNoneGiveNoVo() throws Exception {
    storm.request(1, GET, SmallSite.ALICE, DAY);
    storm.file("Get", 1, 1, SURL + "a", 22);
    for (String odd : List.of("", "#", "atlas", "/", "//x", "-----BEGIN", "/" + "v".repeat(300))) {
      storm.attributes(1, odd);
      StormState state = StormDatabase.read(settings.url(), "root", "");
      assertEquals(Optional.empty(), state.requests().getFirst().vo(), odd);
    }
  }

  @Test
  void whatStaysBehindIsCounted() throws Exception {
    storm.run("INSERT INTO storm_db.volatile VALUES (1), (2)");
    storm.run("INSERT INTO storm_db.jit VALUES (1)");
    storm.run("INSERT INTO storm_be_ISAM.tape_recall VALUES ('x', 1), ('y', 0)");
    storm.file("Put", 1, 1, SURL + "half", 24);
    List<String> told = takeOver().findings().stream().map(Finding::toString).toList();
    assertEquals(4, told.size(), told::toString);
    assertTrue(told.get(2).contains("volatile") && told.get(2).contains("value=2"), told::toString);
  }

  @Test
  void aDatabaseThatCannotBeReadIsASentence() throws Exception {
    storm.run("DROP TABLE storm_db.jit");
    String why =
        assertThrows(UnreadableSource.class, () -> StormDatabase.read(settings.url(), "root", ""))
            .getMessage();
    assertTrue(why.contains("jit") && why.contains("it needs SELECT"), why);
  }
}
