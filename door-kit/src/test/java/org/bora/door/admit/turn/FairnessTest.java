package org.bora.door.admit.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bora.api.WorkClass;
import org.bora.door.admit.turn.SimulatedService.Client;
import org.junit.jupiter.api.Test;

/** What callers get of a service that serves as many as it can, beside others. */
class FairnessTest {
  private static final Duration WORK = Duration.ofMillis(2);
  private static final TurnSettings DEFAULTS = TurnSettings.defaults();

  @Test
  void oneWithAThousandConnectionsSlowsNobodyDownMoreThanTwofold() {
    SimulatedService service = new SimulatedService(4, DEFAULTS);
    Client modest = service.client("atlas", "/CN=Modest", WORK);
    service.run(Duration.ofSeconds(1));
    double alone = modest.meanNanos();
    for (int i = 0; i < 1000; i++) {
      service.client("atlas", "/CN=Greedy", WORK);
    }
    service.run(Duration.ofSeconds(3));
    modest.forget();
    service.run(Duration.ofSeconds(5));

    assertTrue(modest.meanNanos() <= 2 * alone, modest.meanNanos() / alone + " times slower");
    assertTrue(modest.worstNanos() <= 5 * alone, "once " + modest.worstNanos() / alone);
  }

  @Test
  void equalCallersGetEqualShares() {
    SimulatedService service = new SimulatedService(2, DEFAULTS);
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      clients.add(service.client("vo" + i % 2, "/CN=" + i, WORK));
    }
    service.run(Duration.ofSeconds(16));

    long least = clients.stream().mapToLong(Client::answers).min().orElseThrow();
    long most = clients.stream().mapToLong(Client::answers).max().orElseThrow();
    assertTrue(most <= 1.01 * least, least + " to " + most);
    assertTrue(least > 490, "of 500 that the service can do for each: " + least);
  }

  @Test
  void organisationsGetTurnsByTheirWeightsHoweverManyConnectionsTheyHave() {
    TurnSettings settings =
        new TurnSettings(Duration.ofHours(1), new TurnSettings.Places(2, 256), Map.of("atlas", 3));
    SimulatedService service = new SimulatedService(2, settings);
    List<Client> atlas = new ArrayList<>();
    List<Client> cms = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      atlas.add(service.client("atlas", "/CN=a" + i % 4, WORK));
      cms.add(service.client("cms", "/CN=c", WORK));
      cms.add(service.client("cms", "/CN=d", WORK));
    }
    service.run(Duration.ofSeconds(8));

    assertEquals(3.0, (double) answers(atlas) / answers(cms), 0.05);
  }

  @Test
  void theLimitIsFoundFromFewProcessorsToMany() {
    for (int processors : List.of(2, 8, 40)) {
      SimulatedService service = new SimulatedService(processors, DEFAULTS);
      List<Client> clients = crowd(service);
      service.run(Duration.ofSeconds(2));
      clients.forEach(Client::forget);
      service.run(Duration.ofSeconds(3));

      double possible = processors * 3.0 / 0.002;
      double share = answers(clients) / possible;
      assertTrue(share > 0.95, share + " of what " + processors + " can do");
      int places = service.gate.figures().places();
      assertTrue(places >= processors && places <= 2 * processors, places + " places");
    }
  }

  /** Nothing is lost by letting many in whose answers wait for one disk together. */
  @Test
  void callsThatCommitTogetherAreLetInTogether() {
    SimulatedService service =
        new SimulatedService(WorkClass.WRITE, 64, Duration.ofMillis(4), DEFAULTS);
    List<Client> clients = crowd(service);
    service.run(Duration.ofSeconds(4));
    clients.forEach(Client::forget);
    service.run(Duration.ofSeconds(2));

    assertTrue(answers(clients) > 2 * 15_000, answers(clients) / 2 + " a second");
  }

  private static List<Client> crowd(SimulatedService service) {
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      clients.add(service.client("atlas", "/CN=a", WORK));
    }
    return clients;
  }

  private static long answers(List<Client> clients) {
    return clients.stream().mapToLong(Client::answers).sum();
  }
}
