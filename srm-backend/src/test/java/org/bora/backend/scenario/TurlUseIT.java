package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.bearer.DayKey;
import org.bora.api.bearer.TurlHolder;
import org.bora.api.bearer.TurlToken;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.backend.bearer.BearerKeys;
import org.bora.backend.operation.turl.UseTurl;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.turl.HttpsTurls;
import org.bora.backend.turl.SignedTurls;
import org.bora.backend.turl.TurlCounts;
import org.bora.backend.turl.TurlUseTable;
import org.bora.backend.turl.TurlUses;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one transfer URL of HTTPS is good for, whatever dies or comes late. */
@ExtendWith(MariaDb.class)
class TurlUseIT extends OnSmallSite {
  private static final String HERE = "192.0.2.7";
  private static final long SLACK = 1L << 20;

  private Backend turls;
  private String request;
  private UUID transfer = new UUID(0, 1);
  private final TurlCounts counts = new TurlCounts();

  @BeforeEach
  void makes() {
    turls = new UseTurl(true, site.transactions, site.locator, site.tokens, 0600).functions();
  }

  private String get(String name, int bytes) throws IOException {
    Files.write(root.resolve(name), new byte[bytes]);
    GetRequest asked =
        new GetRequest(
            List.of(new SourceFile(surl(name), Optional.empty())),
            "",
            OptionalInt.empty(),
            OptionalInt.of(600),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("https", "gsiftp"));
    GetReply reply = site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), asked);
    request = reply.token().orElseThrow();
    return reply.files().getFirst().turl().orElseThrow();
  }

  private PutRequest putRequest(String name, OptionalLong size) {
    return new PutRequest(
        List.of(new PutFile(Optional.of(surl(name)), size)),
        "",
        OverwriteMode.ALWAYS,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.of(600),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of("davs"));
  }

  private void put(String name) {
    put(name, OptionalLong.empty());
  }

  private void put(String name, OptionalLong size) {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), putRequest(name, size));
    request = reply.token().orElseThrow();
  }

  private TurlReply step(
      Step step, boolean writes, String name, String client, UUID attempt, long n, boolean whole) {
    return turls.call(
        Catalogue.USE_TURL,
        site.call("/TURL=1"),
        new TurlUse(step, writes, request, surl(name), client, attempt.toString(), n, whole));
  }

  /** A step of the same transfer as before. */
  private SrmStatus read(Step step, String name, long bytes, boolean whole) {
    return step(step, false, name, HERE, transfer, bytes, whole).status().code();
  }

  private void next() {
    transfer = UUID.randomUUID();
  }

  private TurlReply write(Step step, String name, UUID attempt, long bytes, boolean whole) {
    return step(step, true, name, HERE, attempt, bytes, whole);
  }

  private static Path path(TurlReply reply) {
    return Path.of(URI.create(reply.file().orElseThrow()).getPath());
  }

  private SrmStatus done(String name) {
    return done(site, name);
  }

  private SrmStatus done(SmallSite backend, String name) {
    return backend
        .puts
        .call(
            Catalogue.PUT_DONE,
            backend.call(ALICE),
            new PutDoneRequest(request, List.of(surl(name))))
        .files()
        .getFirst()
        .status()
        .code();
  }

  @Test
  void anAnswerWithTheWholeFileEndsReading() throws IOException {
    assertTrue(get("f", 1000).startsWith("https://se.example.org:8443/"));
    TurlReply look = step(Step.LOOK, false, "f", HERE, new UUID(0, 1), 0, false);
    assertEquals(root.toRealPath().resolve("f"), path(look));
    assertEquals(Optional.of(ALICE), look.owner());

    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", 1000, true));
    assertEquals(SrmStatus.SUCCESS, read(Step.END, "f", 0, true));

    next();
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.BEGIN, "f", 1000, true));
    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", 1, false), "its end may be lost");
    assertEquals(SrmStatus.SUCCESS, read(Step.LOOK, "f", 0, false));
  }

  @Test
  void whatDidNotPassIsGivenBackAndWhatADeadDoorPromisedIsNot() throws IOException {
    int size = 4_000_000;
    get("f", size);
    for (int broken = 0; broken < 10; broken++) {
      next();
      assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", size, false));
      assertEquals(SrmStatus.SUCCESS, read(Step.END, "f", size, false));
    }

    next();
    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", size, false));
    next();
    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", size, false), "one door may die");
    next();
    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", SLACK, false));
    next();
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.BEGIN, "f", 1, false));
  }

  /** A transfer whose door has not heard the answer asks again, and ends what it may have begun. */
  @Test
  void aStepOfAReadThatIsRepeatedCountsOnce() throws IOException {
    int size = 4_000_000;
    get("f", size);
    for (int repeated = 0; repeated < 10; repeated++) {
      assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", size, true));
    }
    for (int repeated = 0; repeated < 10; repeated++) {
      assertEquals(SrmStatus.SUCCESS, read(Step.END, "f", 1, false));
    }
    next();
    assertEquals(SrmStatus.SUCCESS, read(Step.END, "f", size, false), "its beginning was lost");

    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", size + SLACK + 1, false));
    next();
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.BEGIN, "f", 1, false));
  }

  /** As many as a client opens connections: none waits for another that waits for it. */
  @Test
  void rangesOfOneFileAtATimeDoNotDeadlock() throws Exception {
    get("f", 1_000_000);
    long before = deadlocks();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        all.add(threads.submit(this::readsInRanges));
      }
      for (Future<?> each : all) {
        each.get(1, TimeUnit.MINUTES);
      }
    }
    assertEquals(before, deadlocks());
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.BEGIN, "f", 3_048_577, false));
    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", 2_000_000 + SLACK - 1_600, false));
  }

  private void readsInRanges() {
    for (int range = 0; range < 20; range++) {
      UUID id = UUID.randomUUID();
      assertEquals(
          SrmStatus.SUCCESS, step(Step.BEGIN, false, "f", HERE, id, 20, false).status().code());
      assertEquals(
          SrmStatus.SUCCESS, step(Step.END, false, "f", HERE, id, 10, false).status().code());
    }
  }

  private long deadlocks() {
    return site.transactions.read(
        sql ->
            sql.sql("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'")
                .query((row, number) -> row.getLong(2))
                .single());
  }

  @Test
  void aRequestThatIsSweptMeanwhileIsGone() throws IOException {
    get("f", 10);
    site.transactions.run(
        sql ->
            sql.sql("DELETE FROM request WHERE owner_dn = ?")
                .param(ALICE.getBytes(StandardCharsets.UTF_8))
                .update());

    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.BEGIN, "f", 1, false));
    Optional<TurlUses> uses =
        site.transactions.run(
            sql -> new TurlUseTable().lock(sql, RequestToken.parse(request).orElseThrow(), 0));
    assertEquals(Optional.empty(), uses);
  }

  @Test
  void readingIsForTheAddressThatBegan() throws IOException {
    get("f", 10);
    read(Step.BEGIN, "f", 1, false);

    TurlReply other = step(Step.BEGIN, false, "f", "198.51.100.1", new UUID(0, 2), 1, false);

    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, other.status().code());
  }

  @Test
  void aReleasedOrExpiredPinEndsReading() throws IOException {
    get("f", 10);
    site.time.pass(Duration.ofSeconds(601));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.BEGIN, "f", 1, false));

    get("g", 10);
    site.requests.call(
        Catalogue.RELEASE_FILES,
        site.call(ALICE),
        new ReleaseRequest(Optional.of(request), List.of(surl("g")), false));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.LOOK, "g", 0, false));
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.LOOK, "f", 0, false), "not of this request");
  }

  @Test
  void aCompleteUploadIsPublishedBySrmPutDoneAndByNothingElse() throws IOException {
    put("f");
    UUID attempt = new UUID(0, 7);
    assertEquals(SrmStatus.INVALID_PATH, write(Step.LOOK, "f", attempt, 0, false).status().code());
    Path hidden = path(write(Step.BEGIN, "f", attempt, 0, false));
    Files.writeString(hidden, "12345");
    assertEquals(SrmStatus.FAILURE, done("f"), "it is not complete");
    assertFalse(Files.exists(root.resolve("f")));

    assertEquals(SrmStatus.SUCCESS, write(Step.END, "f", attempt, 5, true).status().code());
    assertEquals(
        SrmStatus.SUCCESS,
        write(Step.END, "f", attempt, 5, true).status().code(),
        "the answer was lost");
    assertEquals(OptionalLong.of(5), write(Step.LOOK, "f", attempt, 0, false).size());
    assertEquals(
        SrmStatus.DUPLICATION_ERROR,
        write(Step.BEGIN, "f", new UUID(0, 8), 0, false).status().code(),
        "one transfer");

    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals("12345", Files.readString(root.resolve("f")));
  }

  @Test
  void ofTwoUploadsTheFirstGoesOnUntilItFallsSilent() {
    put("f");
    UUID first = new UUID(0, 1);
    UUID second = new UUID(0, 2);
    path(write(Step.BEGIN, "f", first, 0, false));
    assertEquals(SrmStatus.FILE_BUSY, write(Step.BEGIN, "f", second, 0, false).status().code());
    site.time.pass(Duration.ofSeconds(119));
    assertEquals(SrmStatus.SUCCESS, write(Step.RENEW, "f", first, 0, false).status().code());
    site.time.pass(Duration.ofSeconds(119));
    assertEquals(SrmStatus.FILE_BUSY, write(Step.BEGIN, "f", second, 0, false).status().code());

    site.time.pass(Duration.ofSeconds(1));

    assertEquals(SrmStatus.SUCCESS, write(Step.BEGIN, "f", second, 0, false).status().code());
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, write(Step.RENEW, "f", first, 0, false).status().code());
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, write(Step.END, "f", first, 3, true).status().code());
  }

  @Test
  void aDoorThatFrozeWritesToAFileThatNobodySees() throws IOException {
    put("f");
    UUID frozen = new UUID(0, 1);
    UUID other = new UUID(0, 2);
    Path hidden = path(write(Step.BEGIN, "f", frozen, 0, false));
    try (OutputStream late = Files.newOutputStream(hidden, StandardOpenOption.WRITE)) {
      late.write("fro".getBytes(StandardCharsets.US_ASCII));
      site.time.pass(Duration.ofMinutes(2));
      Path again = path(write(Step.BEGIN, "f", other, 0, false));
      Files.writeString(again, "thawed?");
      late.write("zen, and much longer".getBytes(StandardCharsets.US_ASCII));
    }
    write(Step.END, "f", other, 7, true);

    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals("thawed?", Files.readString(root.resolve("f")));
  }

  /** What is published was sealed: bytes that come in between wait for the next srmPutDone. */
  @Test
  void anUploadThatFallsBetweenSealAndCommitIsNotPublishedUnsealed() throws IOException {
    put("f");
    AtomicBoolean came = new AtomicBoolean();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals("sealUpload") && !came.getAndSet(true)) {
                uploads("f", "12345");
              }
            });
    try (SmallSite other = new SmallSite(settings, tree, site.time)) {
      assertEquals(SrmStatus.FAILURE, done(other, "f"));
    }
    assertTrue(came.get());
    assertFalse(Files.exists(root.resolve("f")));

    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals("12345", Files.readString(root.resolve("f")));
  }

  private void uploads(String name, String text) throws IOException {
    UUID attempt = UUID.randomUUID();
    Files.writeString(path(write(Step.BEGIN, name, attempt, 0, false)), text);
    assertEquals(
        SrmStatus.SUCCESS, write(Step.END, name, attempt, text.length(), true).status().code());
  }

  /** A backend that hung in between may have taken the file away, or put an empty one there. */
  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void aCompleteUploadWhoseFileIsGoneIsMadeAgain(boolean empty, boolean announced)
      throws IOException {
    put("f", announced ? OptionalLong.of(5) : OptionalLong.empty());
    UUID first = new UUID(0, 1);
    Path hidden = path(write(Step.BEGIN, "f", first, 0, false));
    Files.writeString(hidden, "12345");
    write(Step.END, "f", first, 5, true);
    Files.delete(hidden);
    if (empty) {
      Files.createFile(hidden);
    }

    assertEquals(SrmStatus.FAILURE, done("f"));
    assertFalse(Files.exists(root.resolve("f")));
    assertEquals(SrmStatus.FAILURE, done("f"), "still");

    uploads("f", "12345");
    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals("12345", Files.readString(root.resolve("f")));
  }

  @Test
  void aDeathBetweenTheTwoStepsOfBeginningAnewIsMended() throws IOException {
    put("f");
    Files.delete(path(write(Step.BEGIN, "f", new UUID(0, 1), 0, false)));
    site.time.pass(Duration.ofMinutes(2));

    UUID next = new UUID(0, 2);
    Files.writeString(path(write(Step.BEGIN, "f", next, 0, false)), "x");
    write(Step.END, "f", next, 1, true);

    assertEquals(SrmStatus.SUCCESS, done("f"));
  }

  /** As root alone: others can give no file away. */
  @Test
  @EnabledIf("isRoot")
  void aHiddenFileThatIsLostIsMadeAnewForTheSameAccount() throws IOException {
    put("f");
    Path hidden = root.toRealPath().resolve(hiddenNames().getFirst());
    Files.setAttribute(hidden, "unix:uid", 4711);
    Files.setAttribute(hidden, "unix:gid", 4712);
    write(Step.BEGIN, "f", new UUID(0, 1), 0, false);
    Files.delete(hidden);
    site.time.pass(Duration.ofMinutes(2));

    Path again = path(write(Step.BEGIN, "f", new UUID(0, 2), 0, false));

    assertEquals(hidden, again);
    assertEquals(4711, Files.getAttribute(again, "unix:uid"));
    assertEquals(4712, Files.getAttribute(again, "unix:gid"));
  }

  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private List<String> hiddenNames() throws IOException {
    try (Stream<Path> names = Files.list(root)) {
      return names
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith(".bora-put-"))
          .toList();
    }
  }

  @Test
  void whereTheAccountOfALostFileIsUnknownNoneIsMade() throws IOException {
    put("f");
    Files.delete(root.resolve(hiddenNames().getFirst()));

    TurlReply begun = write(Step.BEGIN, "f", new UUID(0, 1), 0, false);

    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, begun.status().code());
    assertEquals(List.of(), hiddenNames());
  }

  /** Its srmPutDone is repeated, and must not be told that bytes are stored which are not. */
  @Test
  void whatABackendPublishedBeforeItDiedTakesNoUpload() throws IOException {
    put("f");
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals("publishUpload")) {
                throw new BackendFailure(BackendFailure.Kind.PERMANENT, "dead", null);
              }
            });
    try (SmallSite dead = new SmallSite(settings, tree, site.time)) {
      assertThrows(BackendFailure.class, () -> done(dead, "f"));
    }
    assertEquals(0, Files.size(root.resolve("f")), "nothing was written: an empty file");

    TurlReply begun = write(Step.BEGIN, "f", new UUID(0, 1), 0, false);

    assertEquals(SrmStatus.DUPLICATION_ERROR, begun.status().code());
    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals(List.of(), hiddenNames());
  }

  @Test
  void anAbortedPutTakesNoMore() {
    put("f");
    UUID attempt = new UUID(0, 1);
    write(Step.BEGIN, "f", attempt, 0, false);

    site.requests.call(Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(request));

    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, write(Step.RENEW, "f", attempt, 0, false).status().code());
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, write(Step.END, "f", attempt, 1, true).status().code());
  }

  private Backend signed(BearerKeys keys, Optional<HttpsTurls> port) {
    return new SignedTurls(site.puts, site.locator, keys::today, port, counts);
  }

  /** The database still has the place of the file, which is no client's to know. */
  @Test
  void whereThereAreNoneAnyMoreNoneIsToldAndNoneIsOfUse() throws IOException {
    put("f");
    UUID attempt = new UUID(0, 1);
    Backend none =
        new UseTurl(false, site.transactions, site.locator, site.tokens, 0600).functions();
    Backend unsigned =
        signed(new BearerKeys(site.transactions, site.time, new SecureRandom()), Optional.empty());

    TurlReply begun =
        none.call(
            Catalogue.USE_TURL,
            site.call(ALICE),
            new TurlUse(Step.BEGIN, true, request, surl("f"), HERE, attempt.toString(), 0, false));
    Optional<String> told =
        unsigned
            .call(Catalogue.STATUS_OF_PUT, site.call(ALICE), new StatusRequest(request, List.of()))
            .files()
            .getFirst()
            .turl();

    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, begun.status().code());
    assertEquals(Optional.empty(), told);
    assertEquals(SrmStatus.SUCCESS, write(Step.BEGIN, "f", attempt, 0, false).status().code());
  }

  /** Looking costs no row: a stranger may ask for ever. */
  @Test
  void whoLooksChangesNothing() throws IOException {
    put("f");
    write(Step.LOOK, "f", new UUID(0, 1), 0, false);

    long rows =
        site.transactions.read(
            sql -> sql.sql("SELECT COUNT(*) FROM turl_use").query(Long.class).single());
    assertEquals(0, rows);
  }

  @Test
  void answersHaveTheSignatureAndTheDatabaseHasNone() throws IOException {
    BearerKeys keys = new BearerKeys(site.transactions, site.time, new SecureRandom());
    Backend signed = signed(keys, Optional.of(new HttpsTurls("se.example.org:8443", false)));
    PutReply reply =
        signed.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), putRequest("a b", OptionalLong.of(3)));
    String turl = reply.files().getFirst().turl().orElseThrow();
    int parameter = turl.indexOf("?turl=");
    String path = URI.create(turl).getRawPath();

    assertTrue(turl.startsWith("davs://se.example.org:8443"), turl);
    assertTrue(path.endsWith("/a%20b") && !path.contains(".bora-put"), path);
    TurlToken.Signed read = TurlToken.read(turl.substring(parameter + 6)).orElseThrow();
    DayKey today = keys.today();
    assertTrue(read.holds(today, path));
    assertTrue(read.holds(today, path.replace("%20", " ")));
    assertFalse(read.holds(today, path + "x"));
    assertFalse(read.holds(new DayKey(1, today.day(), "00".repeat(32)), path));
    byte[] bytes = Base64.getUrlDecoder().decode(turl.substring(parameter + 6));
    for (int at = 0; at < bytes.length; at++) {
      byte[] forged = bytes.clone();
      forged[at] ^= 1;
      assertFalse(
          TurlToken.read(Base64.getUrlEncoder().encodeToString(forged))
              .filter(other -> other.holds(today, path))
              .isPresent(),
          "byte " + at);
    }
    assertEquals(reply.token().orElseThrow(), read.token().request().toString());
    assertEquals(TurlHolder.of(site.call(ALICE).caller()), read.token().holder());
    assertEquals(ALICE, read.token().holder().dn());
    String status =
        signed
            .call(
                Catalogue.STATUS_OF_PUT,
                site.call(ALICE),
                new StatusRequest(reply.token().orElseThrow(), List.of()))
            .files()
            .getFirst()
            .turl()
            .orElseThrow();
    assertEquals(turl, status);
    assertEquals(2, counts.writing());
    assertEquals(0, counts.reading());
    List<String> stored =
        site.transactions.read(
            sql ->
                sql.sql("SELECT turl FROM put_file")
                    .query((row, number) -> new String(row.getBytes(1), StandardCharsets.UTF_8))
                    .list());
    assertFalse(stored.toString().contains("turl="), stored.toString());
  }

  @Test
  void aNewGenerationOfKeysIsAnotherSecret() {
    BearerKeys keys = new BearerKeys(site.transactions, site.time, new SecureRandom());
    List<DayKey> before = keys.current();
    assertEquals(9, before.size());
    assertEquals(
        before, new BearerKeys(site.transactions, site.time, new SecureRandom()).current());

    assertEquals(2, keys.revoke());

    List<Long> kept =
        site.transactions.read(
            sql -> sql.sql("SELECT generation FROM bearer_secret").query(Long.class).list());
    assertEquals(List.of(2L), kept, "who reads the database later finds none of before");
    List<DayKey> after = keys.current();
    assertEquals(2, after.getFirst().generation());
    assertTrue(
        after.stream().noneMatch(key -> before.stream().anyMatch(k -> k.hex().equals(key.hex()))));
  }
}
