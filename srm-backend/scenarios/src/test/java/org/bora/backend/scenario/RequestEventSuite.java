package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.get;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Surl;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.desk.EventKind;
import org.bora.backend.desk.NameFreeing;
import org.bora.backend.desk.NameFreeing.Freed;
import org.bora.backend.desk.RequestDesk;
import org.bora.backend.desk.RequestStory;
import org.bora.backend.desk.RequestStory.Event;
import org.bora.backend.pin.PinRenewal;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.backend.testing.LostCommits;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;

/** Who did what to a request, and when, on whatever database a subclass names. */
abstract class RequestEventSuite extends RequestedFiles {
  private static final String ADMIN = "CN=Admin,DC=org";

  private RequestStory story(String token) {
    return new RequestDesk(site.transactions, site.tokens)
        .story(RequestToken.parse(token).orElseThrow())
        .orElseThrow();
  }

  /** What others than the service have done since it was asked for. */
  private List<Event> done(String token) {
    return story(token).events().stream()
        .filter(event -> event.by().isPresent() && event.kind() != EventKind.ASKED_FOR)
        .toList();
  }

  private Event first(String token, EventKind kind) {
    return story(token).events().stream()
        .filter(event -> event.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  private Event event(EventKind kind, int files, String what) {
    return event(site.time.instant(), kind, files, what, ALICE);
  }

  private static Event event(Instant at, EventKind kind, int files, String what, String by) {
    return event(at, kind, files, what, by, Optional.empty(), Optional.empty());
  }

  private static Event event(
      Instant at,
      EventKind kind,
      int files,
      String what,
      String by,
      Optional<String> reason,
      Optional<Instant> last) {
    return new Event(at, kind, files, Optional.empty(), what, Optional.of(by), reason, last);
  }

  private String writes(String... names) {
    return site.puts
        .call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, 7, names))
        .token()
        .orElseThrow();
  }

  private static List<Surl> surls(String... names) {
    return Stream.of(names).map(SmallSite::surl).toList();
  }

  private void release(String token, String... names) {
    site.requests.call(
        Catalogue.RELEASE_FILES,
        site.call(ALICE),
        new ReleaseRequest(Optional.of(token), surls(names), false));
  }

  private void extend(String token, int seconds, String... names) {
    site.requests.call(
        Catalogue.EXTEND_FILE_LIFE_TIME,
        site.call(ALICE),
        new ExtendRequest(
            Optional.of(token), surls(names), OptionalInt.empty(), OptionalInt.of(seconds)));
  }

  @Test
  void anEventOfALaterReleaseIsPassedOverAndTheOthersAreTold() {
    String token = bring(get("a")).token().orElseThrow();
    extend(token, 600, "a");
    release(token, "a");
    site.transactions.run(
        sql ->
            sql.sql("UPDATE request_event SET kind = 'MERGED' WHERE kind = 'EXTENDED'").update());
    assertEquals(List.of(event(EventKind.RELEASED, 1, "1 file released")), done(token));
  }

  @Test
  void whoAbortedIsToldAndWhen() {
    String token = writes("x", "y");
    site.time.pass(Duration.ofMinutes(1));
    abort(ALICE, token);
    List<Event> aborted = List.of(event(EventKind.ABORTED, 2, "2 files aborted"));
    assertEquals(aborted, done(token));
    site.time.pass(Duration.ofMinutes(1));
    abort(ALICE, token);
    assertEquals(aborted, done(token), "the second abort changed nothing");
    assertTrue(
        story(token).events().stream().noneMatch(event -> event.at().isAfter(site.time.instant())),
        "nothing is due any more");
  }

  @Test
  void aPutTellsWhenItWasStoredThoughSrmPutDoneIsRepeated() {
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, 5, "x", "y"));
    String token = reply.token().orElseThrow();
    SmallSite.write(reply.files().getFirst().turl().orElseThrow(), "hello");
    site.time.pass(Duration.ofMinutes(1));
    Instant stored = site.time.instant();
    for (int call = 0; call < 2; call++) {
      site.puts.call(Catalogue.PUT_DONE, site.call(ALICE), new PutDoneRequest(token, surls("x")));
      site.time.pass(Duration.ofMinutes(1));
    }
    Instant aborted = site.time.instant();
    abort(ALICE, token);
    List<String> told =
        story(token).events().stream().map(event -> event.at() + " " + event.what()).toList();
    assertTrue(told.contains(stored + " file 0: stored after srmPutDone"), told.toString());
    assertTrue(
        told.contains(aborted + " file 1: given up by an abort, or because its name was removed"),
        told.toString());
  }

  /** Of its owner the time line tells the time only, so that the usual put costs no row. */
  @Test
  void anotherHolderOfTheRoleWhoCallsSrmPutDoneIsTold() {
    String production = "/testvo/prod/Role=production";
    List<Surl> files = Stream.of("x", "y", "z").map(name -> SmallSite.surl("shift", name)).toList();
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE, production),
            put(OverwriteMode.NEVER, 5, files));
    String token = reply.token().orElseThrow();
    reply.files().forEach(file -> SmallSite.write(file.turl().orElseThrow(), "hello"));
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE, production),
        new PutDoneRequest(token, files.subList(0, 1)));
    assertEquals(List.of(), done(token), "the owner's own");
    site.time.pass(Duration.ofMinutes(1));
    Instant stored = site.time.instant();
    for (int call = 0; call < 2; call++) {
      site.puts.call(
          Catalogue.PUT_DONE, site.call(BOB, production), new PutDoneRequest(token, files));
      site.time.pass(Duration.ofSeconds(1));
    }
    assertEquals(
        List.of(event(stored, EventKind.PUT_DONE, 2, "srmPutDone of 2 files", BOB)), done(token));
  }

  @Test
  void anAdministratorIsToldWithTheReason() {
    String token = writes("x");
    site.requests.call(
        Catalogue.ABORT_REQUEST,
        site.call(ALICE),
        AbortRequest.ordered(token, ADMIN, "the disk is full"));
    assertEquals(
        List.of(
            event(
                site.time.instant(),
                EventKind.ABORTED,
                1,
                "1 file aborted by order of an administrator",
                ADMIN,
                Optional.of("the disk is full"),
                Optional.empty())),
        done(token));
  }

  @Test
  void whoFreesANameIsToldOnceThoughTheAnswerWasLost() {
    String token = writes("x", "y");
    RequestToken put = RequestToken.parse(token).orElseThrow();
    Instant then = site.time.instant();
    ChangedBy by = ChangedBy.administrator(ADMIN, "");
    try (Database database = new Database(settings)) {
      assertInstanceOf(
          Freed.Done.class,
          new NameFreeing(losing(database), site.locator, site.putEnding, site.tokens)
              .free(surl("x"), put, by));
    }
    assertEquals(
        List.of(
            event(
                then, EventKind.ABORTED, 1, "1 file aborted by order of an administrator", ADMIN)),
        done(token));
  }

  @Test
  void aReleaseIsToldFileByFileAsOneEvent() {
    String token = bring(get("a", "b", "c")).token().orElseThrow();
    Instant first = site.time.instant();
    release(token, "a");
    site.time.pass(Duration.ofSeconds(2));
    release(token, "a", "b");
    Instant last = site.time.instant();
    Event together =
        event(
            first,
            EventKind.RELEASED,
            2,
            "2 files released",
            ALICE,
            Optional.empty(),
            Optional.of(last));
    assertEquals(List.of(together), done(token));
    site.time.pass(Duration.ofMinutes(10));
    release(token);
    assertEquals(List.of(together), done(token), "the last pin had ended by itself");
  }

  @Test
  void aWaitThatIsGivenUpIsTold() {
    String token = bring(asked("", OptionalInt.of(100), "a", "b")).token().orElseThrow();
    site.requests.call(
        Catalogue.ABORT_FILES,
        site.call(ALICE),
        new AbortFilesRequest(token, List.of(surl("a"), surl("no"))));
    release(token, "b");
    assertEquals(
        Set.of(
            event(EventKind.ABORTED, 1, "1 file aborted"),
            event(EventKind.RELEASED, 1, "1 file released")),
        Set.copyOf(done(token)));
  }

  @Test
  void extensionsAreTold() {
    String pins = bring(get("a", "b")).token().orElseThrow();
    String put = writes("x");
    site.time.pass(Duration.ofMinutes(1));
    extend(pins, 3000, "a", "b", "c");
    extend(put, 90_000, "x");
    assertEquals(List.of(event(EventKind.EXTENDED, 2, "2 file extensions")), done(pins));
    assertEquals(List.of(event(EventKind.EXTENDED, 1, "1 file extension")), done(put));
    extend(pins, 10, "a");
    extend(put, 10, "x");
    assertEquals(
        List.of(event(EventKind.EXTENDED, 2, "2 file extensions")),
        done(pins),
        "none became longer");
    assertEquals(
        List.of(event(EventKind.EXTENDED, 1, "1 file extension")), done(put), "none became longer");
  }

  @Test
  void anExtensionWhoseAnswerWasLostIsToldOnce() {
    String pins = bring(get("a")).token().orElseThrow();
    site.time.pass(Duration.ofMinutes(1));
    Instant then = site.time.instant();
    try (Database database = new Database(settings)) {
      new PinRenewal(losing(database), site.locator, site.books, site.tokens)
          .extend(
              RequestToken.parse(pins).orElseThrow(),
              Set.of(NameKey.of(surl("a"), site.locator.locate(surl("a")))),
              Duration.ofHours(1),
              ChangedBy.caller(site.call(ALICE)));
    }
    assertEquals(
        List.of(event(then, EventKind.EXTENDED, 1, "1 file extension", ALICE)), done(pins));
  }

  /** Two frontends ask for the same extension at a time (seed 21001 at commit d8c3f31a). */
  @Test
  void anExtensionThatAnotherCallHasOvertakenIsNotTold() {
    String pins = bring(get("a")).token().orElseThrow();
    Instant before = site.time.instant();
    site.time.pass(Duration.ofMinutes(1));
    AtomicBoolean first = new AtomicBoolean(true);
    TokenSource late =
        new TokenSource(
            new Clock() {
              @Override
              public Instant instant() {
                if (first.getAndSet(false)) {
                  extendForAnHour(pins, site.tokens);
                }
                return before;
              }

              @Override
              public ZoneId getZone() {
                return site.time.getZone();
              }

              @Override
              public Clock withZone(ZoneId zone) {
                return site.time.withZone(zone);
              }
            },
            new SecureRandom());
    extendForAnHour(pins, late);
    assertEquals(List.of(event(EventKind.EXTENDED, 1, "1 file extension")), done(pins));
  }

  private void extendForAnHour(String token, TokenSource by) {
    new PinRenewal(site.transactions, site.locator, site.books, by)
        .extend(
            RequestToken.parse(token).orElseThrow(),
            Set.of(NameKey.of(surl("a"), site.locator.locate(surl("a")))),
            Duration.ofHours(1),
            ChangedBy.caller(site.call(ALICE)));
  }

  /** The first commit is made and not heard of; the time goes on before the next attempt. */
  private Transactions losing(Database database) {
    return new Transactions(
        database.reads(),
        LostCommits.of(database.writes(), 1),
        time -> site.time.pass(Duration.ofMillis(5)),
        new SecureRandom());
  }

  @Test
  void suspendingAndResumingAreToldWhereTheyChangeSomething() {
    String token = bring(asked("", OptionalInt.of(100), "a")).token().orElseThrow();
    TokenRequest question = new TokenRequest(token);
    Instant first = site.time.instant();
    site.requests.call(Catalogue.SUSPEND_REQUEST, site.call(ALICE), question);
    site.time.pass(Duration.ofSeconds(1));
    site.requests.call(Catalogue.SUSPEND_REQUEST, site.call(ALICE), question);
    site.requests.call(Catalogue.RESUME_REQUEST, site.call(ALICE), question);
    site.requests.call(Catalogue.RESUME_REQUEST, site.call(ALICE), question);
    assertEquals(
        List.of(
            event(first, EventKind.SUSPENDED, 0, "suspended", ALICE),
            event(EventKind.RESUMED, 0, "resumed")),
        done(token));
  }

  @Test
  void theTimeLineIsInOrderAndTellsFilesTogether() {
    String token =
        site.gets
            .call(Catalogue.PREPARE_TO_GET, site.call(BOB), get("a", "b", "no"))
            .token()
            .orElseThrow();
    List<String> told =
        story(token).events().stream()
            .map(event -> event.what() + event.by().map(by -> " by " + by).orElse(""))
            .toList();
    assertEquals("GET asked for by " + BOB, told.getFirst());
    assertTrue(told.contains("2 files: the pin ends"), told.toString());
    Event refused = first(token, EventKind.REFUSED);
    assertEquals(1, refused.files());
    assertEquals(Optional.of("SRM_INVALID_PATH"), refused.code());
    assertEquals("file 2: refused (SRM_INVALID_PATH)", refused.what());
    assertEquals(2, first(token, EventKind.PIN_DUE).files());
    assertEquals(0, first(token, EventKind.ASKED_FOR).files());
    List<Instant> times = story(token).events().stream().map(Event::at).toList();
    assertEquals(times.stream().sorted().toList(), times);
  }

  @Test
  void aLongTimeLineIsBoundedAndSaysSo() {
    String token = bring(get("a")).token().orElseThrow();
    byte[] id = RequestToken.parse(token).orElseThrow().bytes();
    long start = site.time.instant().toEpochMilli();
    site.transactions.run(
        sql -> {
          IntStream.range(0, 300)
              .forEach(
                  i ->
                      sql.sql(
                              "INSERT INTO request_event (request_id, slot_ms, kind, ordered,"
                                  + " by_name, reason, first_ms, last_ms, files)"
                                  + " VALUES (?, ?, 'EXTENDED', FALSE, 'x', '', ?, ?, 1)")
                          .params(List.of(id, (long) i, start + i, start + i))
                          .update());
          return null;
        });
    RequestStory story = story(token);
    assertEquals(200, story.events().size());
    assertTrue(story.moreEvents() >= 100, story.moreEvents() + " more");
  }

  @Test
  void eventsGoWithTheirRequest() {
    String token = bring(get("a")).token().orElseThrow();
    release(token, "a");
    site.requests.call(Catalogue.FORGET_REQUEST, site.call(ALICE), new TokenRequest(token));
    assertEquals(
        0L,
        site.transactions.<Long>read(
            sql -> sql.sql("SELECT COUNT(*) FROM request_event").query(Long.class).single()));
  }
}
