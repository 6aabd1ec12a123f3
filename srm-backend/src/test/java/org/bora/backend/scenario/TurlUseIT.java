package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.bearer.DayKey;
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
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.turl.SignedTurls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What one transfer URL of HTTPS is good for, whatever dies or comes late. */
@ExtendWith(MariaDb.class)
class TurlUseIT extends OnSmallSite {
  private static final String HERE = "192.0.2.7";
  private static final long SLACK = 1L << 20;

  private Backend turls;
  private String request;

  @BeforeEach
  void makes() {
    turls = new UseTurl(site.transactions, site.locator, site.tokens, 0600).functions();
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
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), putRequest(name, OptionalLong.empty()));
    request = reply.token().orElseThrow();
  }

  private TurlReply step(
      Step step, boolean writes, String name, String client, UUID attempt, long n, boolean whole) {
    return turls.call(
        Catalogue.USE_TURL,
        site.call("/TURL=1"),
        new TurlUse(step, writes, request, surl(name), client, attempt.toString(), n, whole));
  }

  private SrmStatus read(Step step, String name, long bytes, boolean whole) {
    return step(step, false, name, HERE, new UUID(0, 1), bytes, whole).status().code();
  }

  private TurlReply write(Step step, String name, UUID attempt, long bytes, boolean whole) {
    return step(step, true, name, HERE, attempt, bytes, whole);
  }

  private static Path path(TurlReply reply) {
    return Path.of(URI.create(reply.file().orElseThrow()).getPath());
  }

  private SrmStatus done(String name) {
    return site.puts
        .call(
            Catalogue.PUT_DONE, site.call(ALICE), new PutDoneRequest(request, List.of(surl(name))))
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

    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", 1000, false));
    assertEquals(SrmStatus.SUCCESS, read(Step.END, "f", 0, true));

    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.BEGIN, "f", 1, false));
    assertEquals(SrmStatus.SUCCESS, read(Step.LOOK, "f", 0, false));
  }

  @Test
  void whatDidNotPassIsGivenBackAndWhatADeadDoorPromisedIsNot() throws IOException {
    int size = 4_000_000;
    get("f", size);
    for (int broken = 0; broken < 10; broken++) {
      assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", size, false));
      assertEquals(SrmStatus.SUCCESS, read(Step.END, "f", size, false));
    }

    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", size, false));
    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", size, false), "one door may die");
    assertEquals(SrmStatus.SUCCESS, read(Step.BEGIN, "f", SLACK, false));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read(Step.BEGIN, "f", 1, false));
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
        SrmStatus.FILE_LIFETIME_EXPIRED,
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

  @Test
  void answersHaveTheSignatureAndTheDatabaseHasNone() throws IOException {
    BearerKeys keys = new BearerKeys(site.transactions, site.time, new SecureRandom());
    Backend signed = new SignedTurls(site.puts, site.locator, keys::today, false);
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
    assertEquals(TurlToken.digest(ALICE), read.token().holder());
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

    List<DayKey> after = keys.current();
    assertEquals(2, after.getFirst().generation());
    assertTrue(
        after.stream().noneMatch(key -> before.stream().anyMatch(k -> k.hex().equals(key.hex()))));
  }
}
