package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bora.api.Catalogue;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.SrmStatus;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.turl.TurlUseTable;
import org.bora.backend.turl.TurlUses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How much may be read by one transfer URL of HTTPS, whatever dies or comes late. */
@ExtendWith(MariaDb.class)
class TurlReadingIT extends OnTurls {
  private static final long SLACK = 1L << 20;

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
}
