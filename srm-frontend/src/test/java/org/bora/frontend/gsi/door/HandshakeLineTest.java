package org.bora.frontend.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HandshakeLineTest {

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final List<String> begun = new ArrayList<>();
  private final List<String> dropped = new ArrayList<>();
  private long now = 7;
  private final HandshakeLine line = new HandshakeLine(PATIENCE, () -> now);

  private final class Client implements HandshakeLine.Client {

    private final String name;

    Client(String name) {
      this.name = name;
    }

    @Override
    public void begin(boolean waited) {
      begun.add(waited ? name + " after all" : name);
    }

    @Override
    public void giveUp(String reason) {
      dropped.add(name);
    }
  }

  private Client joins(String name) {
    var client = new Client(name);
    line.join(client);
    return client;
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private void fill(String prefix, int count) {
    IntStream.range(0, count).forEach(i -> joins(prefix + i));
  }

  @Test
  void whoComesToAnIdleSelectorBeginsAtOnce() {
    joins("a");
    assertFalse(line.turn(), "nobody is in line: the selector may wait");
    joins("b");

    assertEquals(List.of("a", "b"), begun);
  }

  @Test
  void oneBeginsATurnAndTheOthersFollowInTheOrderOfTheirComing() {
    fill("", 3);
    assertEquals(List.of("0"), begun);
    assertEquals(2, line.length());

    assertTrue(line.turn());
    joins("late");
    assertTrue(line.turn());
    assertTrue(line.turn());
    assertFalse(line.turn());

    assertEquals(List.of("0", "1 after all", "2 after all", "late after all"), begun);
  }

  @Test
  void whoHasLeftIsNotBegun() {
    joins("a");
    Client gone = joins("gone");
    joins("c");

    line.leave(gone);
    line.turn();

    assertEquals(List.of("a", "c after all"), begun);
  }

  @Test
  void whoHasWaitedForLongerThanClientsWaitIsDroppedAndTheNextBegins() {
    fill("early", 3);
    pass(Duration.ofSeconds(10));
    joins("later");
    pass(Duration.ofSeconds(6));

    assertTrue(line.turn());

    assertEquals(List.of("early1", "early2"), dropped);
    assertEquals(List.of("early0", "later after all"), begun);
  }

  @Test
  void theOldestLeaveALineThatIsLongerThanCanBeServedInTime() {
    fill("", 300);
    turns(25, Duration.ofMillis(100)); // ten a second: in 15 s 150 come to their turn
    int waiting = line.length();
    assertEquals(0, dropped.size(), "nobody is dropped of whom it is not known");

    joins("newest");

    assertEquals(150, line.length());
    assertEquals(waiting + 1 - 150, dropped.size());
    assertEquals("26", dropped.getFirst(), "the oldest first");
    assertTrue(line.turn());
    assertEquals((26 + dropped.size()) + " after all", begun.getLast());
  }

  @Test
  void theRateOfAnEarlierLineIsForgotten() {
    fill("", 100);
    turns(100, Duration.ofSeconds(1));
    dropped.clear();
    assertFalse(line.turn());

    fill("burst", 2_000);

    assertEquals(1_999, line.length());
    assertEquals(List.of(), dropped);
  }

  @Test
  void onePauseOfTheMachineDropsNobody() {
    fill("", 2_000);
    turns(400, Duration.ofMillis(2));
    pass(Duration.ofSeconds(1));
    turns(400, Duration.ofMillis(2));

    joins("newest");

    assertEquals(List.of(), dropped);
  }

  private void turns(int count, Duration each) {
    for (int i = 0; i < count; i++) {
      pass(each);
      line.turn();
    }
  }
}
