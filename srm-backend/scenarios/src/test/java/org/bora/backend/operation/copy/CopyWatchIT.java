package org.bora.backend.operation.copy;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.bora.api.copy.CopyRequest;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Surl;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.Borrowed;
import org.bora.backend.testing.LostCommits;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Whether the end of every copy is told when the database fails meanwhile. */
@ExtendWith(MariaDb.class)
class CopyWatchIT {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final CopyTable copies = new CopyTable();
  private final List<CopyEnds.End> ended = new ArrayList<>();

  /** The first file's turn has come, and it does not end. */
  private final CopyQueue queue =
      new CopyQueue(new CopyLimits.FileLimits(1, 1, 10), task -> {}, job -> true);

  private SmallSite site;
  private Database database;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    DatabaseSettings settings = schemas.migrated();
    site = new SmallSite(settings, directory, time);
    database = new Database(settings);
  }

  @AfterEach
  void close() throws Exception {
    database.close();
    site.close();
    site.tree.close();
  }

  @Test
  void whatWasEndedByACommitWithoutAnAnswerIsTold() {
    insert(head(), 201, token(), SmallSite.START.minusSeconds(1));
    CopyWatch watch = watch(LostCommits.of(database.writes(), 1), token());
    assertEquals(201, watch.round(), "a batch and one more");
    assertEquals(201, ended.stream().map(CopyEnds.End::target).distinct().count());
    assertEquals(201, ended.size(), "once");
  }

  @Test
  void anEndThatCannotBeReadNowIsToldInTheNextRound() {
    RequestToken backend = token();
    RequestHead head = head();
    List<CopyRow> rows = insert(head, 3, backend, SmallSite.START.plus(LEASE));
    List<CopyJob> jobs = jobs(head, rows);
    queue.add(jobs);
    CopyEnding ending = ending(site.transactions);
    jobs.subList(1, 3).forEach(job -> ending.end(job.key(), Optional.empty()));
    AtomicInteger refusals = new AtomicInteger(1);
    CopyWatch watch = watch(refusing(database.writes(), refusals), backend);
    time.pass(LEASE.dividedBy(2));
    watch.round();
    assertEquals(0, refusals.get());
    time.pass(LEASE.dividedBy(2).plusSeconds(1));
    assertEquals(
        List.of(),
        site.transactions.run(sql -> copies.takeAbandoned(sql, site.tokens.now(), 9)),
        "its lease goes on all the same");
    watch.round();
    assertEquals(
        Set.of(surl("1"), surl("2")),
        ended.stream().map(CopyEnds.End::target).collect(Collectors.toSet()));
    assertEquals(2, ended.size());
  }

  /** Its queue is empty: whoever worked on them has gone. */
  @Test
  void anEndThatCannotBeStoredNowIsStoredInTheNextRound() {
    RequestToken backend = token();
    RequestHead head = head();
    List<CopyJob> jobs = jobs(head, insert(head, 3, backend, SmallSite.START.plus(LEASE)));
    AtomicInteger refusals = new AtomicInteger(1);
    Transactions transactions =
        new Transactions(
            database.reads(), refusing(database.writes(), refusals), time -> {}, new Random(1));
    CopyWatch.Endings endings = endings(transactions);
    CopyWatch watch = new CopyWatch(transactions, endings, queue, backend, LEASE, site.tokens);
    endings.open().add(jobs.get(0), new OpenEnds.End.Copied(7));
    endings.open().add(jobs.get(1), new OpenEnds.End.Failed(CopyRun.RESTARTED));
    endings.open().add(jobs.get(2), new OpenEnds.End.Copied(9));
    watch.round();
    assertEquals(0, ended.size(), "the database has no time");
    watch.round();
    assertEquals(
        List.of(CopyState.DONE, CopyState.FAILED, CopyState.DONE),
        site
            .transactions
            .read(sql -> copies.files(sql, List.of(head.token())))
            .get(head.token())
            .stream()
            .map(CopyRow::state)
            .toList());
    assertEquals(3, ended.size());
  }

  @Test
  void aCopyThatIsOnlyInTheTableIsEndedThoughItsBackendLives() {
    RequestToken backend = token();
    RequestHead head = head();
    queue.add(jobs(head, insert(head, 1, backend, SmallSite.START.plus(LEASE))));
    RequestHead lost = head();
    insert(lost, 2, backend, SmallSite.START.plus(LEASE));
    CopyWatch watch = watch(database.writes(), backend);
    assertEquals(0, watch.round());
    time.pass(LEASE.plusSeconds(1));
    assertEquals(2, watch.round(), "those that nobody works on");
    assertEquals(
        Set.of(lost.token().toString()),
        ended.stream().map(CopyEnds.End::request).collect(Collectors.toSet()));
  }

  private CopyWatch watch(DataSource writes, RequestToken backend) {
    Transactions transactions =
        new Transactions(database.reads(), writes, time -> {}, new Random(1));
    return new CopyWatch(transactions, endings(transactions), queue, backend, LEASE, site.tokens);
  }

  private CopyWatch.Endings endings(Transactions transactions) {
    CopyEnding ending = ending(transactions);
    return new CopyWatch.Endings(
        ending, new OpenEnds(transactions, ending, ended::add), ended::add);
  }

  private CopyEnding ending(Transactions transactions) {
    return new CopyEnding(transactions, site.putEnding, site.locator, site.tokens);
  }

  private static DataSource refusing(DataSource real, AtomicInteger refusals) {
    return new DelegatingDataSource(real) {
      @Override
      public Connection getConnection() throws SQLException {
        if (refusals.get() > 0 && refusals.getAndDecrement() > 0) {
          throw new SQLException("an error that does not pass", "42000", 1064);
        }
        return super.getConnection();
      }
    };
  }

  private RequestToken token() {
    return site.tokens.token(site.tokens.now());
  }

  private RequestHead head() {
    Instant end = SmallSite.START.plus(Duration.ofHours(1));
    RequestOwner owner = RequestOwner.alone(site.call(ALICE).caller());
    return new RequestHead(token(), RequestKind.COPY, owner, "", SmallSite.START, end, end, false);
  }

  private List<CopyRow> insert(RequestHead head, int files, RequestToken backend, Instant lease) {
    List<CopyRow> rows =
        IntStream.range(0, files)
            .mapToObj(
                at -> {
                  Surl source = new Surl("gsiftp://elsewhere.example.org/" + at);
                  return CopyRow.queued(head.token(), at, source, surl("" + at));
                })
            .toList();
    site.transactions.run(
        sql -> {
          new RequestTable().insert(sql, head);
          copies.insert(sql, rows, backend, lease);
          return rows;
        });
    return rows;
  }

  private List<CopyJob> jobs(RequestHead head, List<CopyRow> rows) {
    CopyRequest request =
        new CopyRequest(
            List.of(),
            "",
            OverwriteMode.NEVER,
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Borrowed.until(SmallSite.START.plus(Duration.ofDays(1)))));
    Call call = site.call(ALICE);
    CopyJob.Shared shared = new CopyJob.Shared(head, call, request, rows.size());
    return rows.stream().map(row -> new CopyJob(shared, row)).toList();
  }
}
