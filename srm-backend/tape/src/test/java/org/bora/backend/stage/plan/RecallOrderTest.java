package org.bora.backend.stage.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecallOrderTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NOW = START.plus(Duration.ofHours(10));
  private static final long GB = 1_000_000_000L;

  private final OrderSettings settings = OrderSettings.defaults();
  private final RecallOrder order = new RecallOrder(settings);
  private final List<VolumeDemand> waiting = new ArrayList<>();
  private final List<LoadedVolume> loaded = new ArrayList<>();
  private final Map<String, Instant> turns = new HashMap<>();

  @Test
  void whereNothingWaitsThereIsNothingToDo() {
    assertInstanceOf(NextPass.Nothing.class, next());
  }

  @Test
  void whatWaitsLongestComesFirst() {
    demand("V1", "ann", ago(10));
    demand("V2", "bob", ago(20));

    assertEquals(begins("V2", "bob"), next());
  }

  @Test
  void aCallerWhoHadATurnWaitsUntilTheOthersHadOne() {
    for (int volume = 0; volume < 200; volume++) {
      waiting.add(
          new VolumeDemand(
              "G" + volume, "greedy", 150, 300 * GB, 900, 0, ago(500), Optional.empty()));
    }
    turns.put("greedy", ago(5));
    demand("V1", "modest", ago(1));
    turns.put("modest", ago(8));
    demand("V2", "patient", ago(4));

    assertEquals("greedy", read(next()).turnOf().orElseThrow());

    turns.put("greedy", ago(0));
    assertEquals(begins("V2", "patient"), next());
    turns.put("patient", ago(0));
    assertEquals(begins("V1", "modest"), next());
  }

  @Test
  void aVolumeThatIsReadIsNobodyElses() {
    demand("V1", "ann", ago(10));

    assertInstanceOf(NextPass.Nothing.class, next("V1"));
  }

  @Test
  void aVolumeWaitsAMomentForMoreRequests() {
    waiting.add(demandOf("V1", "ann", NOW.minusSeconds(4), 0, Optional.empty()));

    assertEquals(new NextPass.Later(NOW.plusSeconds(6)), next());
  }

  @Test
  void aVolumeInADriveNeedNotWait() {
    waiting.add(demandOf("V1", "ann", NOW.minusSeconds(4), 0, Optional.empty()));
    loaded.add(new LoadedVolume("V1", 200, ago(1)));

    assertEquals(begins("V1", "ann"), next());
  }

  @Test
  void aPassGoesOnWithWhatIsAheadAndIsNoNewTurn() {
    demand("V1", "ann", ago(0.5));
    demand("V2", "bob", ago(300));
    loaded.add(new LoadedVolume("V1", 60, ago(20)));

    assertEquals(new NextPass.Read("V1", 60, Optional.empty(), Optional.empty()), next());
  }

  @Test
  void whatLiesBehindTheHeadWaitsForATurn() {
    demand("V1", "ann", ago(1));
    demand("V2", "bob", ago(300));
    loaded.add(new LoadedVolume("V1", 101, ago(20)));

    assertEquals(begins("V2", "bob"), next());
  }

  @Test
  void aPassThatTakesLongerThanATurnLetsOthersGoFirst() {
    demand("V1", "ann", ago(90));
    demand("V2", "bob", ago(30));
    turns.put("ann", ago(61));
    loaded.add(new LoadedVolume("V1", 60, ago(61)));

    turns.put("bob", ago(58));
    assertEquals("V1", read(next()).volume(), "a mount saved is worth two minutes");
    assertEquals(60, read(next()).from());

    turns.clear();
    turns.put("ann", ago(20));
    assertEquals(begins("V2", "bob"), next());
  }

  @Test
  void ofTheCallersVolumesTheOneThatServesMostPerSecondComesFirst() {
    demand("V1", "ann", ago(30));
    demand("V2", "ann", ago(30));
    demand("V2", "bob", ago(3));
    turns.put("ann", ago(20));

    assertEquals(begins("V2", "ann"), next());
  }

  @Test
  void ofTheCallersVolumesOneThatWaitsLongerComesBeforeOneThatServesMany() {
    demand("V1", "ann", ago(31));
    demand("V2", "ann", ago(30));
    demand("V2", "bob", ago(3));
    turns.put("ann", ago(20));

    assertEquals(begins("V1", "ann"), next());
  }

  @Test
  void priorityCountsAsMuchAsWaiting() {
    demand("V1", "ann", ago(100));
    waiting.add(demandOf("V2", "bob", ago(50), 1, Optional.empty()));
    assertEquals(begins("V2", "bob"), next());

    demand("V3", "old", ago(120));
    assertEquals(begins("V3", "old"), next());
  }

  @Test
  void aDeadlineThatCanBeKeptBringsTheTurnForward() {
    demand("V1", "ann", ago(20));
    waiting.add(demandOf("V2", "bob", ago(5), 0, Optional.of(NOW.plus(Duration.ofMinutes(40)))));
    assertEquals(begins("V2", "bob"), next());
  }

  @Test
  void aDeadlineThatIsFarOrMissedChangesNothing() {
    demand("V1", "ann", ago(20));
    waiting.add(demandOf("V2", "bob", ago(5), 0, Optional.of(NOW.plus(Duration.ofHours(9)))));
    waiting.add(demandOf("V3", "cid", ago(5), 0, Optional.of(NOW.minusSeconds(1))));

    assertEquals(begins("V1", "ann"), next());
  }

  @Test
  void aPressingDeadlineDoesNotWaitForMore() {
    waiting.add(
        demandOf(
            "V1", "ann", NOW.minusSeconds(1), 0, Optional.of(NOW.plus(Duration.ofMinutes(5)))));

    assertEquals(begins("V1", "ann"), next());
  }

  @Test
  void filesOfUnknownVolumeComeByCallerAndMayBeReadTwiceAtATime() {
    demand("", "greedy", ago(30));
    demand("", "modest", ago(20));
    turns.put("greedy", ago(3));

    NextPass expected = new NextPass.Read("", -1, Optional.of("modest"), Optional.of("modest"));
    assertEquals(expected, next());
    assertEquals(expected, next(""));
  }

  @Test
  void everythingWaitingIsServedInOnePassPerVolumeWhateverTheCallers() {
    for (int volume = 0; volume < 50; volume++) {
      for (int caller = volume % 3; caller < 7; caller++) {
        demand("V" + volume, "caller" + caller, ago(caller + 1));
      }
    }
    int passes = 0;
    while (!waiting.isEmpty()) {
      NextPass.Read pass = read(next());
      turns.put(pass.turnOf().orElseThrow(), NOW.plusMillis(passes));
      waiting.removeIf(demand -> demand.volume().equals(pass.volume()));
      passes++;
    }

    assertEquals(50, passes);
  }

  private NextPass next(String... reading) {
    Set<String> busy = Set.copyOf(Arrays.asList(reading));
    return order.next(new Situation(waiting, busy, loaded, turns), NOW);
  }

  private static NextPass.Read read(NextPass next) {
    return assertInstanceOf(NextPass.Read.class, next);
  }

  private static NextPass begins(String volume, String caller) {
    return new NextPass.Read(volume, -1, Optional.empty(), Optional.of(caller));
  }

  private void demand(String volume, String caller, Instant oldest) {
    waiting.add(demandOf(volume, caller, oldest, 0, Optional.empty()));
  }

  private static VolumeDemand demandOf(
      String volume, String caller, Instant oldest, int priority, Optional<Instant> deadline) {
    return new VolumeDemand(volume, caller, 1, GB, 100, priority, oldest, deadline);
  }

  private static Instant ago(double minutes) {
    return NOW.minusMillis((long) (minutes * 60_000));
  }
}
