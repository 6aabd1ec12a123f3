package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bora.port.AddressBlock;
import org.junit.jupiter.api.Test;

class AnswerLineTest {

  private final List<String> goneOn = new ArrayList<>();
  private final AnswerLine line = new AnswerLine(Runnable::run);

  private AnswerLine.Handshake answers(String name, int from) {
    AnswerLine.Handshake handshake = handshake(name, from);
    line.join(handshake);
    return handshake;
  }

  private AnswerLine.Handshake handshake(String name, int from) {
    return new AnswerLine.Handshake() {
      @Override
      public Optional<AddressBlock> address() {
        return Optional.of(new AddressBlock(from, false));
      }

      @Override
      public void goOn() {
        goneOn.add(name);
      }
    };
  }

  @Test
  void whoJoinsFromAnotherThreadIsHeardOfByTheSelector() {
    List<Runnable> wokenFor = new ArrayList<>();
    AnswerLine asleep = new AnswerLine(wokenFor::add);
    asleep.join(handshake("a", 1));
    assertEquals(List.of(), goneOn, "not on this thread");

    wokenFor.forEach(Runnable::run);
    assertEquals(List.of("a"), goneOn);
  }

  @Test
  void oneThatAnswersAnIdleSelectorGoesOnAtOnce() {
    answers("a", 1);
    assertFalse(line.turn(), "nobody is in line: the selector may wait");
    answers("b", 1);

    assertEquals(List.of("a", "b"), goneOn);
  }

  @Test
  void betweenTwoLooksTwoGoOn() {
    IntStream.range(0, 6).forEach(i -> answers("" + i, 1));
    assertEquals(List.of("0", "1"), goneOn);

    assertTrue(line.turn());
    answers("late", 1);
    assertEquals(List.of("0", "1", "2", "3"), goneOn);

    assertTrue(line.turn());
    assertTrue(line.turn());
    assertFalse(line.turn());
    assertEquals(List.of("0", "1", "2", "3", "4", "5", "late"), goneOn);
  }

  @Test
  void aThousandAnswersOfOneAddressDoNotDelayThatOfAnother() {
    IntStream.range(0, 1_000).forEach(i -> answers("greedy" + i, 1));
    answers("modest", 2);
    line.turn();

    assertEquals(List.of("greedy0", "greedy1", "greedy2", "modest"), goneOn);
  }

  @Test
  void aHandshakeWhoseConnectionEndsLeavesTheLine() {
    answers("a", 1);
    answers("b", 1);
    AnswerLine.Handshake gone = answers("gone", 1);

    line.leave(gone);
    line.leave(gone);

    assertFalse(line.turn());
    assertEquals(List.of("a", "b"), goneOn);
  }
}
