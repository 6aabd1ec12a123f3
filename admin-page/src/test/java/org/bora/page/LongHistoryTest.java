package org.bora.page;

import static org.bora.page.Figures.NOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.HistorySpan;
import org.bora.api.figures.Latency;
import org.bora.page.SiteMoment.AreaBytes;
import org.junit.jupiter.api.Test;

/** What is kept when a stretch of time has ended. */
class LongHistoryTest {
  private final RememberedHistory store = new RememberedHistory();
  private final LongHistory history = new LongHistory(store, this::areas);
  private final List<SiteMoment> moments = new ArrayList<>();
  private Instant now = NOON;
  private boolean areasAnswer = true;

  private Map<String, AreaBytes> areas() {
    if (!areasAnswer) {
      throw new IllegalStateException("the database does not answer");
    }
    return Map.of("disk", new AreaBytes(now.getEpochSecond(), 7, 0));
  }

  private static SiteMoment moment(Instant at, double rate, int waiting) {
    return new SiteMoment(
        at,
        Map.of(CallResult.DONE, rate),
        Map.of("srmLs", rate),
        new Latency(1, rate, rate),
        waiting,
        0,
        Map.of("atlas", rate),
        Map.of());
  }

  private void look(double rate, int waiting) {
    moments.add(moment(now, rate, waiting));
    history.ended(now, moments);
    now = now.plusSeconds(5);
  }

  private void lookFor(Duration time) {
    for (Instant end = now.plus(time); now.isBefore(end); ) {
      look(2, 0);
    }
  }

  @Test
  void aStretchIsKeptWhenItHasEndedAndNotBefore() {
    look(1, 3);
    look(3, 9);
    lookFor(Duration.ofSeconds(280));
    assertEquals(List.of(), history.since(HistorySpan.DAY, Instant.EPOCH));
    lookFor(Duration.ofSeconds(20));
    List<SiteMoment> kept = history.since(HistorySpan.DAY, Instant.EPOCH);
    assertEquals(1, kept.size());
    SiteMoment stretch = kept.getFirst();
    assertEquals(NOON, stretch.at());
    assertEquals(2, stretch.results().get(CallResult.DONE), 1e-9, "the mean of what was seen");
    assertEquals(2, stretch.vos().get("atlas"), 1e-9);
    assertEquals(9, stretch.waiting(), "the most that waited");
    assertEquals(60, stretch.turls().count());
    assertEquals(3, stretch.turls().p99());
    assertEquals(NOON.plusSeconds(300).getEpochSecond(), stretch.areas().get("disk").used());
  }

  @Test
  void aVoThatCalledInHalfOfAStretchHasHalfItsRate() {
    SiteMoment other = moment(NOON, 4, 0);
    SiteMoment none =
        new SiteMoment(NOON, Map.of(), Map.of(), Latency.NONE, 0, 0, Map.of(), Map.of());
    assertEquals(2, SiteMoment.stretch(NOON, List.of(other, none)).vos().get("atlas"), 1e-9);
  }

  @Test
  void twoHoursOfTheMonthAreMadeOfTheDay() {
    lookFor(Duration.ofHours(2));
    assertEquals(List.of(), history.since(HistorySpan.MONTH, Instant.EPOCH));
    look(2, 0);
    List<SiteMoment> kept = history.since(HistorySpan.MONTH, Instant.EPOCH);
    assertEquals(List.of(NOON), kept.stream().map(SiteMoment::at).toList());
    assertEquals(2, kept.getFirst().results().get(CallResult.DONE), 1e-9);
    assertEquals(
        NOON.plus(Duration.ofHours(2)).getEpochSecond(),
        kept.getFirst().areas().get("disk").used(),
        "as it was last");
  }

  @Test
  void whatEndedWhileNoBackendRanIsMadeGoodByTheNextOne() {
    lookFor(Duration.ofMinutes(30));
    now = NOON.plus(Duration.ofHours(5));
    LongHistory next = new LongHistory(store, this::areas);
    next.ended(now, List.of(moment(now, 1, 0)));
    assertEquals(
        List.of(NOON),
        next.since(HistorySpan.MONTH, Instant.EPOCH).stream().map(SiteMoment::at).toList());
    next.ended(now.plusSeconds(5), List.of());
    assertEquals(1, store.keeps(HistorySpan.MONTH), "a kept stretch is not kept again");
  }

  @Test
  void aStoreThatDoesNotAnswerIsAskedAgain() {
    lookFor(Duration.ofMinutes(5));
    store.answers = false;
    assertThrows(IllegalStateException.class, () -> look(1, 0));
    store.answers = true;
    now = now.plusSeconds(5);
    look(1, 0);
    assertEquals(1, history.since(HistorySpan.DAY, Instant.EPOCH).size());
  }

  @Test
  void areasThatDoNotAnswerAreLeftOut() {
    areasAnswer = false;
    lookFor(Duration.ofMinutes(6));
    SiteMoment stretch = history.since(HistorySpan.DAY, Instant.EPOCH).getFirst();
    assertEquals(Map.of(), stretch.areas());
    assertEquals(2, stretch.results().get(CallResult.DONE), 1e-9);
  }

  @Test
  void aStretchOfAnotherVersionIsReadAsFarAsItIsUnderstood() {
    store.keep(HistorySpan.DAY, NOON, "{\"news\": 1}");
    store.keep(HistorySpan.DAY, NOON.plusSeconds(300), "not JSON");
    String next =
        "{\"at\":\"2026-11-21T12:10:00Z\",\"results\":{\"DONE\":1.5},\"operations\":{},"
            + "\"turls\":{\"count\":0,\"median\":0,\"p99\":0},\"waiting\":1,\"inside\":0,\"news\":{}}";
    store.keep(HistorySpan.DAY, NOON.plusSeconds(600), next);
    List<SiteMoment> read = history.since(HistorySpan.DAY, Instant.EPOCH);
    assertEquals(1, read.size());
    assertEquals(1.5, read.getFirst().results().get(CallResult.DONE));
    assertEquals(Map.of(), read.getFirst().vos());
  }

  @Test
  void aStretchThatIsTooLongIsNotKeptAndHoldsNothingUp() {
    moments.add(
        new SiteMoment(
            now,
            Map.of(),
            Map.of("x".repeat(20_000), 1.0),
            Latency.NONE,
            0,
            0,
            Map.of(),
            Map.of()));
    lookFor(Duration.ofMinutes(10).plusSeconds(5));
    assertEquals(
        List.of(NOON.plusSeconds(300)),
        history.since(HistorySpan.DAY, Instant.EPOCH).stream().map(SiteMoment::at).toList());
  }
}
