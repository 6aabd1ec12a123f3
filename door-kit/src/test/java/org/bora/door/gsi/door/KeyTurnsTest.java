package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import org.bora.port.AddressBlock;
import org.junit.jupiter.api.Test;

class KeyTurnsTest {

  private final KeyTurns<Optional<AddressBlock>, String> turns = new KeyTurns<>();

  private static Optional<AddressBlock> address(int number) {
    return Optional.of(new AddressBlock(number, false));
  }

  private void add(int from, String... names) {
    for (String name : names) {
      turns.add(address(from), name, 0);
    }
  }

  private List<String> next(int count) {
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(turns.next());
    }
    return taken;
  }

  @Test
  void addressesTakeTurnsAndEachGoesInTheOrderOfItsComing() {
    add(1, "a1", "a2", "a3");
    add(2, "b1", "b2");
    add(3, "c1");

    assertEquals(List.of("a1", "b1", "c1", "a2", "b2", "a3"), next(6));
    assertTrue(turns.isEmpty());
  }

  @Test
  void anAddressThatHadNoTurnInThisRoundComesBeforeOneThatHad() {
    add(1, "a1", "a2", "a3");
    next(1);
    add(2, "b1");

    assertEquals(List.of("b1", "a2", "a3"), next(3));
  }

  @Test
  void anAddressThatComesBackInTheSameRoundWaitsForTheNext() {
    add(1, "a1", "a2", "a3");
    add(2, "b1");
    assertEquals(List.of("a1", "b1"), next(2));

    add(2, "b2");

    assertEquals(List.of("a2", "b2", "a3"), next(3));
  }

  @Test
  void addressesThatKeepComingDoNotLockOthersOut() {
    add(0, "waits1", "waits2", "waits3", "waits4");
    List<String> taken = new ArrayList<>(next(1));
    for (int i = 1; i <= 20; i++) {
      add(i, "new" + i);
      taken.add(turns.next());
    }

    assertTrue(taken.contains("waits4"), taken.toString());
  }

  @Test
  void theAddressWithTheMostLosesItsOldest() {
    add(1, "a1");
    add(2, "b1", "b2", "b3");
    add(3, "c1", "c2");

    assertEquals("b1", turns.dropOfTheMost());
    assertEquals("b2", turns.dropOfTheMost(), "two each by now: b has waited for longer");
    assertEquals("c1", turns.dropOfTheMost());
    assertEquals("a1", turns.dropOfTheMost());
    assertEquals(2, turns.size());
  }

  @Test
  void whoIsDroppedTakesNoTurn() {
    add(1, "a1", "a2");
    add(2, "b1");

    assertEquals("a1", turns.dropNext());
    assertEquals(List.of("a2", "b1"), next(2));
  }

  @Test
  void whenOneCameIsRemembered() {
    turns.add(address(1), "a", 5);
    turns.add(address(2), "b", 3);

    assertEquals(5, turns.nextCameNanos());
    turns.next();
    assertEquals(3, turns.nextCameNanos());
  }

  @Test
  void nobodyIsThereToBeTakenOutOfAnEmptyLine() {
    assertThrows(NoSuchElementException.class, turns::next);
    turns.remove(address(1), "nobody");
    assertEquals(0, turns.size());
  }

  /** Whoever comes and goes, in any order: nobody is lost, and no address waits for two rounds. */
  @Test
  void noAddressIsPassedOverForMoreThanTwoRounds() {
    Random random = new Random(7);
    Map<Integer, ArrayDeque<String>> expected = new HashMap<>();
    Map<Integer, Integer> passedOver = new HashMap<>();
    int most = 20;
    for (int step = 0; step < 50_000; step++) {
      int from = random.nextInt(most);
      ArrayDeque<String> its = expected.computeIfAbsent(from, _ -> new ArrayDeque<>());
      int what = random.nextInt(10);
      if (what < 5) {
        String name = from + "-" + step;
        turns.add(address(from), name, step);
        its.add(name);
      } else if (what < 6 && !its.isEmpty()) {
        turns.remove(address(from), its.removeLast());
      } else if (!turns.isEmpty()) {
        String taken = turns.next();
        int served = Integer.parseInt(taken.substring(0, taken.indexOf('-')));
        assertEquals(expected.get(served).removeFirst(), taken);
        passedOver.remove(served);
        expected.forEach(
            (one, waiting) -> passedOver.merge(one, waiting.isEmpty() ? -most : 1, Integer::sum));
        passedOver.values().removeIf(count -> count < 0);
        assertTrue(passedOver.values().stream().allMatch(count -> count <= 2 * most));
      }
      assertEquals(expected.values().stream().mapToInt(ArrayDeque::size).sum(), turns.size());
    }
  }
}
