package org.bora.backend.stage.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.backend.pin.Asker;
import org.bora.backend.stage.plan.NextPass;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.backend.stage.plan.RecallOrder;
import org.bora.backend.stage.plan.Situation;
import org.bora.backend.stage.plan.VolumeDemand;
import org.junit.jupiter.api.Test;

class ActivitySharesTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final ActivityShares shares = new ActivityShares(Map.of("reprocessing", 3, "user", 1));

  private String line(String caller, String activity) {
    return shares.line(new Asker(caller, Optional.empty(), Optional.of(activity)));
  }

  @Test
  void anActivityWithAWeightHasALineOfItsOwn() {
    String plain = shares.line(Asker.of("ann"));
    assertEquals(16, plain.length());
    assertNotEquals(plain, line("ann", "reprocessing"));
    assertNotEquals(line("ann", "user"), line("ann", "reprocessing"));
    assertNotEquals(plain, shares.line(Asker.of("bob")));
    assertEquals(plain, line("ann", "unheard of"));
  }

  @Test
  void aLineHasTheWeightOfItsActivityAndIsItsCallers() {
    String much = line("ann", "reprocessing");
    String earlier = "0123456789abcdef"; // as an earlier release stored it
    assertEquals(
        List.of(3, 1, 1, 1),
        Stream.of(much, line("ann", "user"), shares.line(Asker.of("ann")), earlier)
            .map(shares::weight)
            .toList());
    assertEquals(shares.caller(much), shares.caller(shares.line(Asker.of("ann"))));
    assertNotEquals(shares.caller(much), shares.caller(line("bob", "reprocessing")));
  }

  @Test
  void weightsAreBounded() {
    assertThrows(IllegalArgumentException.class, () -> new ActivityShares(Map.of("a", 0)));
    assertThrows(IllegalArgumentException.class, () -> new ActivityShares(Map.of("a", 1001)));
  }

  /** Four hundred turns of a minute; each line has a volume of its own and always more to read. */
  private Map<String, Integer> play(List<String> lines) {
    RecallOrder order = new RecallOrder(OrderSettings.defaults(), shares);
    Map<String, Instant> turns = new HashMap<>();
    Map<String, Integer> had = new HashMap<>();
    Instant now = START.plus(Duration.ofHours(1));
    for (int turn = 0; turn < 400; turn++) {
      List<VolumeDemand> waiting = new ArrayList<>();
      lines.forEach(
          line ->
              waiting.add(new VolumeDemand("V" + line, line, 9, 9, 9, 0, START, Optional.empty())));
      Situation situation = new Situation(waiting, Set.of(), List.of(), turns);
      String whose = ((NextPass.Read) order.next(situation, now)).turnOf().orElseThrow();
      turns.put(whose, now);
      had.merge(whose, 1, Integer::sum);
      now = now.plus(Duration.ofMinutes(1));
    }
    return had;
  }

  @Test
  void turnsComeByTheWeightsWithinTheTurnsOfTheCaller() {
    List<String> lines =
        List.of(
            line("ann", "reprocessing"), line("ann", "user"), line("bob", "user"), line("eve", ""));
    Map<String, Integer> had = play(lines);
    List<Integer> all = lines.stream().map(had::get).toList();
    int third = 400 / 3;
    assertEquals(third, all.get(0) + all.get(1), 1, all + ": ann");
    assertEquals(third, all.get(2), 1, all + ": bob");
    assertEquals(third, all.get(3), 1, all + ": eve");
    assertEquals(100, all.get(0), 10, all + ": three quarters of what ann has");
  }

  @Test
  void anOrganisationHasItsTurnsHoweverManyCallersItHas() {
    List<String> lines = new ArrayList<>(List.of(of("cms", "zoe"), shares.line(Asker.of("eve"))));
    for (int n = 0; n < 10; n++) {
      lines.add(of("atlas", "robot " + n));
    }
    Map<String, Integer> had = play(lines);
    List<Integer> all = lines.stream().map(had::get).toList();
    int third = 400 / 3;
    assertEquals(third, all.get(0), 1, all + ": cms");
    assertEquals(third, all.get(1), 1, all + ": eve, who is of no organisation");
    int tenth = third / 10;
    for (int turns : all.subList(2, all.size())) {
      assertEquals(tenth, turns, 1, all + ": each of atlas");
    }
  }

  @Test
  void aCallerOfTwoOrganisationsIsTwo() {
    assertNotEquals(shares.caller(of("cms", "zoe")), shares.caller(of("atlas", "zoe")));
    assertEquals(shares.organisation(of("cms", "zoe")), shares.organisation(of("cms", "bob")));
  }

  private String of(String organisation, String caller) {
    return shares.line(new Asker(caller, Optional.of(organisation), Optional.empty()));
  }
}
