package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bora.simulation.schedule.Choices;
import org.junit.jupiter.api.Test;

class KindsTest {
  private static final int PLACES = 100_000;
  private static final int USUAL = 15;

  private final Kinds kinds = new Kinds();

  @Test
  void whatIsSeldomMetIsChosenAsOftenAsWhatIsMetAllTheTime() {
    Choices choices = Choices.seeded(1);
    Map<String, Integer> chosen = new TreeMap<>();
    for (int i = 0; i < PLACES; i++) {
      String kind = i % 10 == 0 ? "rare" : i % 4 == 0 ? "seldom" : "frequent";
      if (choices.below(kinds.oneIn(kind, USUAL)) == 0) {
        chosen.merge(kind, 1, Integer::sum);
      }
    }
    int each = PLACES / USUAL / 3;
    for (String kind : List.of("rare", "seldom", "frequent")) {
      assertTrue(Math.abs(chosen.get(kind) - each) < each / 5, chosen.toString());
    }
  }

  @Test
  void aKindThatIsMetAloneIsChosenAsUsual() {
    for (int i = 0; i < 100; i++) {
      assertEquals(USUAL, kinds.oneIn("alone", USUAL));
    }
  }

  @Test
  void neverIsEveryPlaceOfAKindChosen() {
    for (int i = 0; i < PLACES; i++) {
      kinds.oneIn("frequent", USUAL);
    }
    assertEquals(3, kinds.oneIn("rare", USUAL));
  }
}
