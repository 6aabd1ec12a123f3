package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.bora.simulation.schedule.Choices;
import org.junit.jupiter.api.Test;

/** What most clients rarely do, some do again and again. */
class HabitsTest {
  private static final int LIVES = 50;
  private static final int ACTS = 1_000;

  private static Map<Habits.Act, Integer> life(long seed) {
    Choices choices = Choices.seeded(seed);
    Habits habits = new Habits(choices);
    Map<Habits.Act, Integer> counts = new EnumMap<>(Habits.Act.class);
    for (int i = 0; i < ACTS; i++) {
      counts.merge(habits.next(choices), 1, Integer::sum);
    }
    return counts;
  }

  @Test
  void eachClientDoesEverything() {
    for (long seed = 0; seed < LIVES; seed++) {
      assertEquals(EnumSet.allOf(Habits.Act.class), life(seed).keySet(), "seed " + seed);
    }
  }

  @Test
  void whatIsRareIsOftenDoneBySome() {
    Set<Habits.Act> often = EnumSet.noneOf(Habits.Act.class);
    Set<Habits.Act> seldom = EnumSet.noneOf(Habits.Act.class);
    for (long seed = 0; seed < LIVES; seed++) {
      life(seed)
          .forEach(
              (act, count) -> {
                if (count < ACTS * 6 / 100) {
                  seldom.add(act);
                } else {
                  often.add(act);
                }
              });
    }
    Set<Habits.Act> rare =
        EnumSet.of(
            Habits.Act.HURRIED_PUT,
            Habits.Act.ABORTED_PUT,
            Habits.Act.UNWRITTEN_PUT,
            Habits.Act.LIST,
            Habits.Act.DIRECTORY,
            Habits.Act.RACING_MOVE,
            Habits.Act.ENQUIRY);
    assertTrue(seldom.containsAll(rare), seldom.toString());
    rare.remove(Habits.Act.RACING_MOVE); // one in fourteen acts at most
    assertTrue(often.containsAll(rare), often.toString());
  }
}
