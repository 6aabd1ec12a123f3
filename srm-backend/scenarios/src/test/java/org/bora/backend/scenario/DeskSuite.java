package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.get;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.ban.BannedName;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.desk.Bans;
import org.bora.backend.desk.CallerDesk;
import org.bora.backend.desk.CallerFigures;
import org.bora.backend.desk.FileDesk;
import org.bora.backend.desk.FileReport;
import org.bora.backend.desk.NameFreeing;
import org.bora.backend.desk.NameFreeing.Freed;
import org.bora.backend.desk.OrderedBan;
import org.bora.backend.desk.RecallDesk;
import org.bora.backend.desk.RequestDesk;
import org.bora.backend.desk.RequestFilter;
import org.bora.backend.desk.RequestLine;
import org.bora.backend.desk.RequestPage;
import org.bora.backend.desk.RequestStory;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.LostCommits;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;

/** What an administrator finds and orders, on whatever database a subclass names. */
abstract class DeskSuite extends RequestedFiles {
  private static final ChangedBy BY = ChangedBy.administrator("socket", "");

  private RequestDesk requests() {
    return new RequestDesk(site.transactions, site.tokens);
  }

  private FileDesk files() {
    return new FileDesk(site.transactions, site.locator, site.tokens);
  }

  private Freed free(Surl surl, String request) {
    return new NameFreeing(site.transactions, site.locator, site.putEnding, site.tokens)
        .free(surl, RequestToken.parse(request).orElseThrow(), BY);
  }

  private PutReply writes(String dn, String... names) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(dn), put(OverwriteMode.NEVER, 7, names));
  }

  private static List<String> tokens(RequestPage page) {
    return page.requests().stream().map(RequestLine::token).toList();
  }

  private static RequestFilter open() {
    RequestFilter all = RequestFilter.all();
    return new RequestFilter(
        true, all.kind(), all.owner(), all.vo(), all.state(), all.before(), all.after());
  }

  private RequestFilter of(String owner, Optional<RequestToken> after) {
    return new RequestFilter(
        false,
        Optional.empty(),
        Optional.of(owner),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        after);
  }

  private static RequestFilter of(
      Optional<String> owner, String vo, Optional<String> state, Optional<RequestToken> after) {
    return new RequestFilter(
        false, Optional.empty(), owner, Optional.of(vo), state, Optional.empty(), after);
  }

  /** A put of {@code dn} with these attributes, later than all before. */
  private String writesAs(String dn, String name, String... fqans) {
    site.time.pass(Duration.ofMillis(1));
    return site.puts
        .call(Catalogue.PREPARE_TO_PUT, site.call(dn, fqans), put(OverwriteMode.NEVER, 7, name))
        .token()
        .orElseThrow();
  }

  @Test
  void theRequestsOfAVoAreFound() {
    String put = writesAs(ALICE, "x", "/vo/prod/Role=production", "/other");
    String without = writesAs(ALICE, "y");
    String bobs = writesAs(BOB, "z", "/vo");
    Optional<String> none = Optional.empty();
    assertEquals(
        List.of(bobs, put), tokens(requests().list(of(none, "vo", none, Optional.empty()), 10)));
    assertEquals(
        List.of(put),
        tokens(requests().list(of(Optional.of(ALICE), "vo", none, Optional.empty()), 10)));
    assertEquals(
        List.of(),
        tokens(requests().list(of(none, "vo", Optional.of("PINNED"), Optional.empty()), 10)));
    assertEquals(List.of(), tokens(requests().list(of(none, "other", none, Optional.empty()), 10)));
    RequestPage all = requests().list(RequestFilter.all(), 10);
    assertEquals(List.of(bobs, without, put), tokens(all));
    assertEquals(
        List.of(Optional.of("vo"), Optional.empty(), Optional.of("vo")),
        all.requests().stream().map(RequestLine::vo).toList());
  }

  @Test
  void aVoIsFoundBehindMoreRequestsOfOthersThanAPageLooksAt() {
    String first = writesAs(ALICE, "x", "/small");
    String second = writesAs(ALICE, "y", "/small");
    RequestOwner other = new RequestOwner(BOB, Optional.empty(), Optional.of("large"));
    Lifetimes lives = new Lifetimes(Duration.ofHours(1), Duration.ofHours(1));
    site.transactions.run(
        sql -> {
          for (int i = 0; i < RequestDesk.LOOKED_AT; i++) {
            Instant now = site.time.instant();
            RequestToken token = site.tokens.token(now);
            new RequestTable()
                .insert(sql, RequestHead.begin(token, RequestKind.GET, other, "", now, lives));
          }
          return null;
        });
    Optional<String> none = Optional.empty();
    RequestPage page = requests().list(of(none, "small", none, Optional.empty()), 1);
    assertEquals(List.of(second), tokens(page));
    Optional<RequestToken> after = page.next().flatMap(RequestToken::parse);
    assertTrue(after.isPresent());
    assertEquals(List.of(first), tokens(requests().list(of(none, "small", none, after), 1)));
  }

  @Test
  void everybodysRequestsAreListedTheNewestFirst() {
    String put = writes(ALICE, "x", "y").token().orElseThrow();
    site.time.pass(Duration.ofSeconds(1));
    String pins =
        site.gets
            .call(Catalogue.PREPARE_TO_GET, site.call(BOB), get("a", "no"))
            .token()
            .orElseThrow();
    RequestPage page = requests().list(RequestFilter.all(), 10);
    assertEquals(List.of(pins, put), tokens(page));
    assertEquals(Optional.empty(), page.next());
    RequestLine line = page.requests().getFirst();
    assertEquals(BOB, line.owner());
    assertEquals("GET", line.kind());
    assertEquals(Map.of("PINNED", 1L, "FAILED", 1L), line.files());
    assertTrue(line.open());
    assertEquals(Map.of("SPACE_AVAILABLE", 2L), page.requests().get(1).files());
    assertEquals(14, page.requests().get(1).bytes());
  }

  @Test
  void onlyWhatIsAskedForIsListed() {
    String put = writes(ALICE, "x").token().orElseThrow();
    site.time.pass(Duration.ofMinutes(5));
    String pin =
        site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), get("a")).token().orElseThrow();
    assertEquals(List.of(put), tokens(requests().list(of(ALICE, Optional.empty()), 10)));
    RequestFilter older =
        new RequestFilter(
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(site.time.instant().minusSeconds(60)),
            Optional.empty());
    assertEquals(List.of(put), tokens(requests().list(older, 10)));
    RequestFilter gets =
        new RequestFilter(
            true,
            Optional.of(RequestKind.GET),
            Optional.empty(),
            Optional.empty(),
            Optional.of("PINNED"),
            Optional.empty(),
            Optional.empty());
    assertEquals(List.of(pin), tokens(requests().list(gets, 10)));
  }

  @Test
  void whatIsOverByTheClockIsNotOpen() {
    String pin =
        site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), get("a")).token().orElseThrow();
    assertEquals(List.of(pin), tokens(requests().list(open(), 10)));
    site.time.pass(Duration.ofHours(1));
    assertEquals(List.of(), tokens(requests().list(open(), 10)));
    RequestLine line = requests().list(RequestFilter.all(), 10).requests().getFirst();
    assertEquals(Map.of("EXPIRED", 1L), line.files());
    assertFalse(line.open());
  }

  @Test
  void pagesFollowEachOtherWithoutLossOrRepetition() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      site.time.pass(Duration.ofMillis(i % 2));
      made.addFirst(bring(get("a")).token().orElseThrow());
    }
    List<String> seen = new ArrayList<>();
    Optional<RequestToken> after = Optional.empty();
    do {
      RequestPage page = requests().list(of(ALICE, after), 3);
      seen.addAll(tokens(page));
      after = page.next().flatMap(RequestToken::parse);
    } while (after.isPresent());
    assertEquals(made.size(), seen.size());
    assertEquals(java.util.Set.copyOf(made), java.util.Set.copyOf(seen));
  }

  @Test
  void oneRequestHasItsTimeLine() {
    String put = writes(ALICE, "x").token().orElseThrow();
    RequestStory story = requests().story(RequestToken.parse(put).orElseThrow()).orElseThrow();
    assertEquals(1, story.files().size());
    assertEquals(surl("x").text(), story.files().getFirst().surl());
    assertEquals("SPACE_AVAILABLE", story.files().getFirst().state());
    assertTrue(
        story.events().stream().anyMatch(event -> event.what().contains("srmPutDone")),
        story.events().toString());
    assertTrue(
        requests().story(site.tokens.token(site.time.instant())).isEmpty(), "nobody made this one");
  }

  @Test
  void aStuckPutIsExplainedAndItsNameIsFreed() {
    PutReply stuck = writes(ALICE, "x");
    SmallSite.write(stuck.files().getFirst().turl().orElseThrow().toString(), "1234");
    site.time.pass(Duration.ofMinutes(2));
    assertEquals(SrmStatus.DUPLICATION_ERROR, writes(BOB, "x").files().getFirst().status().code());

    FileReport report = files().look(surl("x")).orElseThrow();
    FileReport.Lock lock = report.lock().orElseThrow();
    assertEquals(stuck.token().orElseThrow(), lock.token());
    assertEquals(ALICE, lock.owner());
    assertEquals(Optional.of(4L), lock.arrived());
    assertTrue(
        report.told().getFirst().contains("being written by " + ALICE), report.told().toString());
    assertEquals(Optional.empty(), report.found());

    Freed.Done done = assertInstanceOf(Freed.Done.class, free(surl("x"), lock.token()));
    assertEquals(new Freed.Done(lock.token(), ALICE, "ABORTED", Duration.ofMinutes(2)), done);
    assertEquals(SrmStatus.SPACE_AVAILABLE, writes(BOB, "x").files().getFirst().status().code());
  }

  @Test
  void onlyThePutThatWasLookedAtIsEnded() {
    String first = writes(ALICE, "x").token().orElseThrow();
    assertInstanceOf(Freed.Done.class, free(surl("x"), first));
    PutReply next = writes(BOB, "x");
    String second = next.token().orElseThrow();
    SmallSite.write(next.files().getFirst().turl().orElseThrow().toString(), "1234567");

    assertEquals(new Freed.HeldByOther(second, BOB), free(surl("x"), first));
    assertEquals(second, files().look(surl("x")).orElseThrow().lock().orElseThrow().token());
    site.puts.call(
        Catalogue.PUT_DONE, site.call(BOB), new PutDoneRequest(second, List.of(surl("x"))));
    assertEquals(7, files().look(surl("x")).orElseThrow().file().orElseThrow().size());
    assertEquals(new Freed.Over(second, BOB, "STORED"), free(surl("x"), second));
  }

  @Test
  void anOrderWhoseAnswerWasLostCanBeRepeated() {
    String put = writes(ALICE, "x").token().orElseThrow();
    try (Database database = new Database(settings)) {
      Transactions losing =
          new Transactions(
              database.reads(),
              LostCommits.of(database.writes(), 1),
              time -> {},
              new SecureRandom());
      assertEquals(
          new Freed.Done(put, ALICE, "ABORTED", Duration.ZERO),
          new NameFreeing(losing, site.locator, site.putEnding, site.tokens)
              .free(surl("x"), RequestToken.parse(put).orElseThrow(), BY),
          "the commit was made, its answer was lost");
    }
    assertEquals(new Freed.Over(put, ALICE, "ABORTED"), free(surl("x"), put));
    assertInstanceOf(Freed.NotHeld.class, free(surl("y"), put), "it never held this one");
  }

  @Test
  void aFileThatIsThereIsToldWithItsPins() {
    String pin =
        site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), get("a")).token().orElseThrow();
    FileReport report = files().look(surl("a")).orElseThrow();
    assertEquals(Optional.of("FILE"), report.found());
    assertTrue(report.file().orElseThrow().onDisk());
    assertEquals(1, report.file().orElseThrow().size());
    assertEquals(pin, report.pins().getFirst().token());
    assertEquals(BOB, report.pins().getFirst().owner());
    assertInstanceOf(Freed.NotHeld.class, free(surl("a"), pin));
    Surl elsewhere = new Surl("srm://elsewhere.example.org/vo/a");
    assertTrue(files().look(elsewhere).isEmpty());
    assertInstanceOf(Freed.NoArea.class, free(elsewhere, pin));
  }

  @Test
  void whatTheBooksSayIsToldToo() {
    PutReply put = writes(ALICE, "x");
    SmallSite.write(put.files().getFirst().turl().orElseThrow().toString(), "1234567");
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(put.token().orElseThrow(), List.of(surl("x"))));
    FileReport report = files().look(surl("x")).orElseThrow();
    assertEquals(ALICE, report.books().orElseThrow().owner());
    assertEquals(7, report.books().orElseThrow().size());
    assertFalse(report.books().orElseThrow().space().isEmpty());
    assertTrue(report.lock().isEmpty());
    assertEquals(List.of(), report.tape());
  }

  @Test
  void whoUsesWhatIsAddedUp() {
    writes(ALICE, "x", "y");
    bring(get("a", "b"));
    site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), get("a"));
    bring(asked("", OptionalInt.of(100), "c"));
    CallerFigures figures = new CallerDesk(site.transactions, site.tokens).now(10);
    assertEquals(
        List.of(ALICE, BOB), figures.callers().stream().map(CallerFigures.Caller::owner).toList());
    CallerFigures.Caller alice = figures.callers().getFirst();
    assertEquals(3, alice.requests());
    assertEquals(2, alice.writing());
    assertEquals(2, alice.pinned());
    assertEquals(1, alice.waiting());
    assertEquals(1, new CallerDesk(site.transactions, site.tokens).now(1).callers().size());
  }

  @Test
  void aRequestThatWaitsForSomeOfItsFilesIsOne() {
    bring(asked("", OptionalInt.of(100), "a", "b"));
    site.transactions.run(
        sql -> sql.sql("UPDATE pin SET state = 'PINNED' WHERE state = 'WAITING' LIMIT 1").update());
    CallerFigures.Caller alice =
        new CallerDesk(site.transactions, site.tokens).now(10).callers().getFirst();
    assertEquals(1, alice.requests());
    assertEquals(1, alice.pinned());
    assertEquals(1, alice.waiting());
  }

  @Test
  void nothingIsWantedFromALibraryThatIsNotThere() {
    RecallDesk recalls = new RecallDesk(site.transactions, site.tokens);
    assertEquals(
        List.of(), recalls.waiting("none", Optional.of("V1"), Optional.of("waiting"), 10).files());
    assertEquals(List.of(), recalls.waiting("none", Optional.empty(), Optional.empty(), 9).files());
  }

  @Test
  void aBanHoldsAtEveryBackendUntilItIsLiftedOrOver() {
    Bans one = new Bans(site.transactions, site.tokens);
    Bans other = new Bans(site.transactions, site.tokens);
    assertEquals(List.of(), other.bans());
    OrderedBan ban =
        one.add(BannedName.Kind.DN, ALICE, "stolen key", "socket", Optional.empty()).orElseThrow();
    OrderedBan short1 =
        one.add(BannedName.Kind.VO, "badvo", "", "socket", Optional.of(Duration.ofHours(1)))
            .orElseThrow();
    assertEquals(2, one.bans().size(), "who ordered it need not wait");
    assertEquals(List.of(), other.bans(), "an answer may be so old");
    site.time.pass(Bans.FRESH);
    assertEquals(java.util.Set.of(ban.name(), short1.name()), java.util.Set.copyOf(other.bans()));
    assertEquals(List.of(short1, ban), one.list());

    site.time.pass(Duration.ofHours(1));
    assertEquals(List.of(ban.name()), other.bans(), "one is over");
    assertTrue(other.lift(ban.id()));
    assertFalse(other.lift(ban.id()), "it is gone already");
    assertFalse(other.lift(new UUID(1, 2)));
    site.time.pass(Bans.FRESH);
    assertEquals(List.of(), one.bans());
  }

  @Test
  void aTransferThatIsEndedIsToldByEveryBackendForAWhile() {
    Bans one = new Bans(site.transactions, site.tokens);
    Bans other = new Bans(site.transactions, site.tokens);
    UUID transfer = new UUID(3, 4);
    BannedName told =
        new BannedName(BannedName.Kind.TRANSFER, transfer.toString(), "ended by socket");
    one.end(transfer, "socket");
    one.end(transfer, "socket");
    assertEquals(List.of(told), one.bans());
    assertEquals(List.of(told), other.bans());
    assertEquals(Optional.empty(), one.of(site.call(ALICE).caller()), "nobody is kept out by it");
    assertEquals(List.of(), one.list());

    site.time.pass(Duration.ofMinutes(9));
    assertEquals(
        List.of(told),
        new Bans(site.transactions, site.tokens).bans(),
        "also to doors that have reached no backend meanwhile");
    site.time.pass(Duration.ofMinutes(2));
    assertEquals(List.of(), other.bans());
    one.end(new UUID(5, 6), "socket");
    assertEquals(
        1L,
        site.transactions.<Long>read(
            sql -> sql.sql("SELECT COUNT(*) FROM transfer_end").query(Long.class).single()),
        "what is over is forgotten");
  }

  @Test
  void noOrderKeepsEverybodyOut() {
    Bans bans = new Bans(site.transactions, site.tokens);
    for (String name : List.of("", " ", "*", "**", "/*", "x".repeat(501))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> bans.add(BannedName.Kind.DN, name, "", "socket", Optional.empty()),
          name);
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> bans.add(BannedName.Kind.DN, BOB, "", "socket", Optional.of(Duration.ZERO)));
    assertEquals(List.of(), bans.list());
  }
}
