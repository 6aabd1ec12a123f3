package org.bora.door.admit.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Who is next in line. */
class FairQueueTest {
  private final FairQueue<Integer> line = new FairQueue<>();

  @Test
  void callersOfOneOrganisationTakeTurnsAndKeepTheirOwnOrder() {
    line.add("a", 1, "x", 1);
    line.add("a", 1, "x", 2);
    line.add("a", 1, "x", 3);
    line.add("a", 1, "y", 10);
    line.add("a", 1, "y", 11);

    assertEquals(List.of(1, 10, 2, 11, 3), drained());
  }

  @Test
  void whoComesLateIsNotBehindWhatOthersHaveWaiting() {
    for (int i = 0; i < 100; i++) {
      line.add("a", 1, "greedy", i);
    }
    for (int i = 0; i < 50; i++) {
      line.next();
    }
    line.add("a", 1, "modest", 1000);

    assertEquals(1000, line.next());
  }

  @Test
  void organisationsTakeTurnsByWeight() {
    for (int i = 0; i < 40; i++) {
      line.add("three", 3, "x" + i % 5, 3);
      line.add("one", 1, "y", 1);
    }
    List<Integer> first = drained().subList(0, 40);

    long ofThree = first.stream().filter(item -> item == 3).count();
    assertTrue(ofThree >= 29 && ofThree <= 31, ofThree + " of 40");
  }

  @Test
  void theWaitIsThatOfTheOwnShare() {
    assertEquals(1, line.turnsUntil("a", 1, "x"));
    for (int i = 0; i < 100; i++) {
      line.add("a", 1, "greedy", i);
    }
    assertEquals(101, line.turnsUntil("a", 1, "greedy"));
    assertEquals(2, line.turnsUntil("a", 1, "modest"));
    assertEquals(2, line.turnsUntilFirst("a", 1));
    assertEquals(2, line.turnsUntil("b", 1, "z"));
    line.add("b", 3, "z", 1000);
    assertEquals(Math.min(102, 101 * 4.0), line.turnsUntil("a", 1, "greedy"));
    assertEquals(8, line.turnsUntil("a", 1, "modest"));
    assertEquals(2 / 0.75, line.turnsUntil("b", 1, "z"));
  }

  @Test
  void whatIsTakenOutIsNotInLineAnyMore() {
    line.add("a", 1, "x", 1);
    line.add("a", 1, "x", 2);
    line.add("b", 1, "y", 3);
    line.remove("a", "x", 1);
    line.remove("b", "y", 3);

    assertThrows(IllegalStateException.class, () -> line.remove("a", "x", 1));
    assertEquals(Map.of("a", 1), line.sizes());
    assertEquals(List.of(2), drained());
  }

  /** One step of a history: 0 takes the next, 1 takes one out, the rest add. */
  record Step(int kind, int organisation, int caller) {}

  @Property(tries = 300)
  void nothingIsLostAndNothingComesTwice(
      @ForAll @Size(max = 300) List<@IntRange(max = 119) Integer> history) {
    Map<Integer, Step> inside = new HashMap<>();
    Set<Integer> left = new HashSet<>();
    int number = 0;
    for (int code : history) {
      Step step = new Step(code % 5, code / 5 % 4, code / 20);
      if (step.kind() == 0 && !line.isEmpty()) {
        int item = line.next();
        assertTrue(inside.remove(item) != null && left.add(item), "came twice or from nowhere");
      } else if (step.kind() == 1 && !inside.isEmpty()) {
        int item = inside.keySet().iterator().next();
        Step was = inside.remove(item);
        line.remove("vo" + was.organisation(), "cn" + was.caller(), item);
        assertTrue(left.add(item), "taken out twice");
      } else {
        inside.put(number, step);
        line.add("vo" + step.organisation(), step.organisation() + 1, "cn" + step.caller(), number);
        number++;
      }
      assertEquals(inside.size(), line.size());
      assertEquals(inside.size(), line.sizes().values().stream().mapToInt(Integer::intValue).sum());
    }
    left.addAll(drained());
    assertEquals(number, left.size(), "some were lost");
  }

  /** However many others a caller's neighbours have, two who always wait stay within a turn. */
  @Property(tries = 200)
  void sharesOfThoseWhoAlwaysWaitKeepToTheirWeights(
      @ForAll @Size(min = 2, max = 5) List<@IntRange(min = 1, max = 10) Integer> weights,
      @ForAll @IntRange(min = 1, max = 7) int callers,
      @ForAll @IntRange(min = 10, max = 400) int turns) {
    FairQueue<int[]> busy = new FairQueue<>();
    int[][] served = new int[weights.size()][callers];
    for (int vo = 0; vo < weights.size(); vo++) {
      for (int caller = 0; caller < callers; caller++) {
        busy.add("vo" + vo, weights.get(vo), "cn" + caller, new int[] {vo, caller});
        busy.add("vo" + vo, weights.get(vo), "cn" + caller, new int[] {vo, caller});
      }
    }
    for (int i = 0; i < turns; i++) {
      int[] item = busy.next();
      served[item[0]][item[1]]++;
      busy.add("vo" + item[0], weights.get(item[0]), "cn" + item[1], item);
    }
    double[] normal = new double[weights.size()];
    for (int vo = 0; vo < weights.size(); vo++) {
      int most = Arrays.stream(served[vo]).max().orElseThrow();
      int least = Arrays.stream(served[vo]).min().orElseThrow();
      assertTrue(most - least <= 1, "callers of one organisation: " + least + " and " + most);
      normal[vo] = (double) Arrays.stream(served[vo]).sum() / weights.get(vo);
    }
    for (int one = 0; one < normal.length; one++) {
      for (int other = 0; other < normal.length; other++) {
        double bound = 1.0 / weights.get(one) + 1.0 / weights.get(other);
        assertTrue(Math.abs(normal[one] - normal[other]) <= bound + 1e-9, "beyond " + bound);
      }
    }
  }

  /** Memory is that of who waits, also of a line that never gets empty. */
  @Test
  void whoHasGoneIsForgotten() {
    Level<FairFlow> level = new Level<>(FairFlow::new);
    FairFlow stays = level.flow("stays");
    level.join(stays);
    for (int i = 0; i < 10_000; i++) {
      FairFlow passes = level.flow("passes" + i);
      level.join(passes);
      while (level.count() > 1) {
        FairFlow first = level.first();
        level.served(first, first.name.equals("stays"));
      }
    }
    assertTrue(level.remembered() < 500, level.remembered() + " are remembered");
  }

  private List<Integer> drained() {
    List<Integer> items = new ArrayList<>();
    while (!line.isEmpty()) {
      items.add(line.next());
    }
    return items;
  }
}
