package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.bearer.DayKey;
import org.bora.api.bearer.DayKeysRequest;
import org.bora.api.bearer.TurlHolder;
import org.bora.api.bearer.TurlToken;
import org.bora.api.put.PutReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.SrmStatus;
import org.bora.backend.bearer.BearerKeys;
import org.bora.backend.operation.turl.UseTurl;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.turl.HttpsTurls;
import org.bora.backend.turl.SignedTurls;
import org.bora.backend.turl.TurlCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whose transfer URLs of HTTPS hold, and where they are written down. */
@ExtendWith(MariaDb.class)
class SignedTurlsIT extends OnTurls {
  private final TurlCounts counts = new TurlCounts();

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

  /** Doors judge by the keys that they are told. */
  @Test
  void theKeyOfAUrlIsKnownForAsLongAsItsPinMayLive() {
    Duration longest = LifetimeSettings.defaults().pinMaximum();
    BearerKeys keys = new BearerKeys(site.transactions, site.time, new SecureRandom());
    Functions told = keys.functions(longest);
    DayKey first = keys.today();

    site.time.pass(longest);
    assertTrue(known(told).contains(first));
    site.time.pass(Duration.ofDays(1));
    assertFalse(known(told).contains(first));
  }

  private List<DayKey> known(Functions told) {
    return told.call(Catalogue.DAY_KEYS, site.call(ALICE), new DayKeysRequest()).keys();
  }

  @Test
  void aNewGenerationOfKeysIsAnotherSecret() {
    BearerKeys keys = new BearerKeys(site.transactions, site.time, new SecureRandom());
    List<DayKey> before = keys.current(BearerKeys.LONGEST);
    assertEquals(9, before.size());
    assertEquals(
        before,
        new BearerKeys(site.transactions, site.time, new SecureRandom())
            .current(BearerKeys.LONGEST));

    assertEquals(2, keys.revoke());

    List<Long> kept =
        site.transactions.read(
            sql -> sql.sql("SELECT generation FROM bearer_secret").query(Long.class).list());
    assertEquals(List.of(2L), kept, "who reads the database later finds none of before");
    List<DayKey> after = keys.current(BearerKeys.LONGEST);
    assertEquals(2, after.getFirst().generation());
    assertTrue(
        after.stream().noneMatch(key -> before.stream().anyMatch(k -> k.hex().equals(key.hex()))));
  }
}
