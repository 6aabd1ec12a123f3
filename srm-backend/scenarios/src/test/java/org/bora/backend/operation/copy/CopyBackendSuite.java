package org.bora.backend.operation.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.copy.CopyReply;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;

/** What is left of copies when their backend stops, on whatever database a subclass names. */
abstract class CopyBackendSuite extends CopyBench {

  @Test
  void copiesOfABackendThatIsGoneFailAndFreeTheirNames() {
    CopyReply begun = copy("a", "b");
    awaitPut(begun);
    CopyOperations other = backend();
    assertEquals(0, other.look(), "its lease holds");
    time.pass(LEASE.plusSeconds(1));
    assertEquals(2, other.look());
    assertEquals(
        List.of(CopyRun.RESTARTED, CopyRun.RESTARTED),
        ended.stream().filter(end -> end.call().isEmpty()).map(CopyEnds.End::status).toList(),
        "nobody knows any more who asked");
    CopyReply now = status(begun);
    assertEquals(SrmStatus.FAILURE, now.status().code());
    assertTrue(
        now.files().getFirst().status().explanation().contains("repeat the request"),
        now.toString());
    assertEquals(SrmStatus.SPACE_AVAILABLE, put("a").files().getFirst().status().code());
  }

  @Test
  void aBackendThatLivesKeepsItsCopies() {
    CopyReply begun = copy("a");
    CopyOperations other = backend();
    for (int i = 0; i < 4; i++) {
      time.pass(LEASE.dividedBy(2));
      copies.look();
      assertEquals(0, other.look());
    }
    await(begun, SrmStatus.REQUEST_INPROGRESS);
  }

  @Test
  void aBackendThatStopsSaysSo() {
    CopyReply begun = copy("a");
    awaitPut(begun);
    copies.close();
    CopyReply now = status(begun);
    assertEquals(CopyRun.RESTARTED, now.files().getFirst().status());
    assertEquals(
        List.of(CopyRun.RESTARTED), ended.stream().map(CopyEnds.End::status).toList(), "once");
    assertEquals(SrmStatus.SPACE_AVAILABLE, put("a").files().getFirst().status().code());
  }

  @Test
  void aBackendThatStopsWithoutADatabaseStopsItsCopiesAllTheSame() throws IOException {
    awaitPut(copy("a"));
    copy("b");
    site.close(); // and with it all connections
    copies.close();
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (copies.atWork() > 0) {
      assertTrue(System.nanoTime() < deadline, "it goes on");
      LockSupport.parkNanos(1_000_000);
    }
  }
}
