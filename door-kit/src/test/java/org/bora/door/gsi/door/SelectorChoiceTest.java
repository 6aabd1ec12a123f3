package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.port.AddressBlock;
import org.junit.jupiter.api.Test;

class SelectorChoiceTest {
  private static final AddressBlock GREEDY = new AddressBlock(1, false);
  private static final AddressBlock MODEST = new AddressBlock(2, false);

  private final Map<AddressBlock, Integer> open = new HashMap<>();

  private long nanos;

  private SelectorChoice<Integer> among(int selectors) {
    var choice = new SelectorChoice<Integer>(address -> open.getOrDefault(address, 0), () -> nanos);
    IntStream.range(0, selectors).forEach(choice::add);
    return choice;
  }

  private static Set<Integer> next(
      SelectorChoice<Integer> choice, Optional<AddressBlock> address, int times) {
    return IntStream.range(0, times)
        .mapToObj(_ -> choice.next(address))
        .collect(Collectors.toSet());
  }

  @Test
  void whoHasManyConnectionsSharesNoSelectorWithWhoHasFew() {
    var choice = among(4);
    open.put(GREEDY, 1000);
    open.put(MODEST, SelectorChoice.MANY - 1);

    Set<Integer> ofGreedy = next(choice, Optional.of(GREEDY), 20);
    Set<Integer> ofModest = next(choice, Optional.of(MODEST), 4);

    assertEquals(Set.of(1, 3), ofGreedy);
    assertEquals(Set.of(0, 2), ofModest);
  }

  @Test
  void whoComesAThousandTimesAtOnceHasManyBeforeAnyOfThemIsOpen() {
    var choice = among(2);
    assertEquals(Set.of(0), next(choice, Optional.of(GREEDY), SelectorChoice.MANY));
    assertEquals(Set.of(1), next(choice, Optional.of(GREEDY), 992));
    assertEquals(0, choice.next(Optional.of(MODEST)));
    nanos += Duration.ofMillis(200).toNanos();
    assertEquals(0, choice.next(Optional.of(GREEDY)), "it has left again");
  }

  @Test
  void anAddressThatHasManyNoMoreIsWithTheOthersAgain() {
    var choice = among(2);
    open.put(GREEDY, SelectorChoice.MANY);
    assertEquals(1, choice.next(Optional.of(GREEDY)));
    open.put(GREEDY, SelectorChoice.MANY - 1);
    assertEquals(0, choice.next(Optional.of(GREEDY)));
  }

  @Test
  void connectionsOfABalancerAreSpreadOverAll() {
    var choice = among(4);
    List<Integer> chosen =
        IntStream.range(0, 40).mapToObj(_ -> choice.next(Optional.empty())).toList();
    for (int selector = 0; selector < 4; selector++) {
      int one = selector;
      assertEquals(10, chosen.stream().filter(each -> each == one).count());
    }
  }

  @Test
  void theOneThatListensIsOfThoseWithLittleToDo() {
    assertEquals(0, among(4).listener());
  }
}
