package org.bora.backend.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.bora.api.figures.HistorySpan;
import org.bora.api.figures.HistoryStore;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What two backends keep of the past in the database. */
abstract class SiteHistorySuite {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private Database database;
  private SiteHistory one;
  private SiteHistory other;

  @BeforeEach
  void open(Schemas schemas) {
    database = new Database(schemas.migrated());
    Transactions transactions = new Transactions(database, Thread::sleep, new SecureRandom());
    one = new SiteHistory(transactions, time::instant);
    other = new SiteHistory(transactions, time::instant);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static List<String> texts(List<HistoryStore.Kept> kept) {
    return kept.stream().map(each -> each.moment()).toList();
  }

  @Test
  void theFirstWordOnAStretchCountsForAllBackends() {
    Instant begin = HistorySpan.DAY.begin(SmallSite.START);
    one.keep(HistorySpan.DAY, begin, "first");
    other.keep(HistorySpan.DAY, begin, "second");
    assertEquals(List.of("first"), texts(other.since(HistorySpan.DAY, Instant.EPOCH)));
    assertEquals(begin, other.since(HistorySpan.DAY, Instant.EPOCH).getFirst().start());
    assertEquals(List.of(), one.since(HistorySpan.MONTH, Instant.EPOCH));
  }

  @Test
  void stretchesComeInOrderFromTheOneThatIsAskedFor() {
    Instant begin = HistorySpan.DAY.begin(SmallSite.START);
    Instant next = begin.plus(HistorySpan.DAY.stretch());
    one.keep(HistorySpan.DAY, next, "next");
    one.keep(HistorySpan.DAY, begin, "begin");
    assertEquals(List.of("begin", "next"), texts(one.since(HistorySpan.DAY, Instant.EPOCH)));
    assertEquals(List.of("next"), texts(one.since(HistorySpan.DAY, begin.plusMillis(1))));
  }

  @Test
  void aStretchIsKnownForAsLongAsTheSpanReachesAndIsThenForgotten() {
    for (HistorySpan span : HistorySpan.values()) {
      Instant begin = span.begin(time.instant());
      one.keep(span, begin, "old");
      time.pass(span.reach());
      assertEquals(List.of("old"), texts(one.since(span, Instant.EPOCH)), span.name());
      time.pass(span.stretch());
      assertEquals(List.of(), one.since(span, Instant.EPOCH), span.name());
      one.keep(span, span.begin(time.instant()), "new");
      time.pass(span.reach().plus(span.stretch()).negated());
      assertEquals(List.of("new"), texts(one.since(span, Instant.EPOCH)), span.name());
      time.pass(span.reach().multipliedBy(3));
    }
  }

  @Test
  void aStretchHasTwentyThousandCharactersAtMost() {
    Instant begin = HistorySpan.MONTH.begin(SmallSite.START);
    String most = "€".repeat(HistoryStore.MOST_CHARACTERS);
    assertThrows(
        IllegalArgumentException.class, () -> one.keep(HistorySpan.MONTH, begin, most + "€"));
    one.keep(HistorySpan.MONTH, begin, most);
    assertEquals(List.of(most), texts(other.since(HistorySpan.MONTH, Instant.EPOCH)));
  }
}
