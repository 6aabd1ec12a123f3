package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bora.port.AddressBlock;
import org.junit.jupiter.api.Test;

class HandshakeLineTest {

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final List<String> begun = new ArrayList<>();
  private final List<String> dropped = new ArrayList<>();
  private long now = 7;
  private final HandshakeLine line = new HandshakeLine(PATIENCE, () -> now);

  private final class Client implements HandshakeLine.Client {

    private final String name;
    private final Optional<AddressBlock> address;

    Client(String name, Optional<AddressBlock> address) {
      this.name = name;
      this.address = address;
    }

    @Override
    public Optional<AddressBlock> address() {
      return address;
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
    return joins(name, address(1));
  }

  private Client joins(String name, AddressBlock from) {
    var client = new Client(name, Optional.of(from));
    line.join(client);
    return client;
  }

  private static AddressBlock address(int number) {
    return new AddressBlock(number, false);
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

  @Test
  void aThousandConnectionsOfOneAddressCostAnotherNoMoreThanATurn() {
    fill("greedy", 1_000);
    turns(5, Duration.ofMillis(1));

    joins("modest", address(2));
    joins("other", address(3));
    turns(3, Duration.ofMillis(1));

    assertEquals(
        List.of("modest after all", "greedy6 after all", "other after all"),
        begun.subList(begun.size() - 3, begun.size()));
  }

  @Test
  void addressesTakeTurnsHoweverOftenTheyComeBack() {
    fill("greedy", 10);
    for (int i = 0; i < 4; i++) {
      joins("modest" + i, address(2));
      turns(2, Duration.ofMillis(1));
    }

    assertEquals(4, begun.stream().filter(name -> name.startsWith("modest")).count());
    assertEquals(5, begun.stream().filter(name -> name.startsWith("greedy")).count());
  }

  @Test
  void theAddressWithTheMostInLineLosesItsOldestAndNobodyElsePays() {
    joins("modest0", address(2)); // the oldest of all; begins at once
    joins("modest1", address(2));
    fill("greedy", 300);
    joins("modest2", address(2));
    turns(26, Duration.ofMillis(100)); // ten a second: in 15 s 150 come to their turn

    joins("modest3", address(2));
    joins("other", address(3));

    assertEquals(150, line.length());
    assertEquals("greedy24", dropped.getFirst());
    assertTrue(dropped.stream().allMatch(name -> name.startsWith("greedy")));
    turns(3, Duration.ofMillis(100));
    assertTrue(begun.containsAll(List.of("modest3 after all", "other after all")));
  }

  @Test
  void ofAddressesWithAsManyInLineTheOldestIsDropped() {
    for (int i = 0; i < 300; i++) {
      joins("" + i, address(i));
    }
    turns(25, Duration.ofMillis(100));

    joins("newest", address(300));

    assertEquals(150, line.length());
    assertEquals("26", dropped.getFirst());
    assertEquals(25 + dropped.size() + "", dropped.getLast());
  }

  @Test
  void whoHasWaitedTooLongCostsItsAddressNoTurn() {
    fill("greedy", 3);
    pass(Duration.ofSeconds(10));
    joins("greedy3");
    joins("modest", address(2));
    pass(Duration.ofSeconds(6));

    line.turn();
    line.turn();

    assertEquals(List.of("greedy1", "greedy2"), dropped);
    assertEquals(List.of("greedy0", "greedy3 after all", "modest after all"), begun);
  }

  @Test
  void whoLeavesTakesItsAddressOutOfTheLine() {
    joins("first");
    Client gone = joins("gone", address(2));
    joins("stays", address(3));

    line.leave(gone);
    line.leave(gone);

    assertEquals(1, line.length());
    assertTrue(line.turn());
    assertFalse(line.turn());
    assertEquals(List.of("first", "stays after all"), begun);
  }

  @Test
  void balancersThatNameNobodyAreOneAddress() {
    joins("begins");
    for (int i = 0; i < 3; i++) {
      line.join(new Client("balanced" + i, Optional.empty()));
    }
    joins("direct");
    turns(2, Duration.ofMillis(1));

    assertEquals(List.of("begins", "balanced0 after all", "direct after all"), begun);
  }

  private void turns(int count, Duration each) {
    for (int i = 0; i < count; i++) {
      pass(each);
      line.turn();
    }
  }
}
