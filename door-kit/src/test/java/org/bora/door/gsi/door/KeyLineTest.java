package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class KeyLineTest {

  private final Queue<Runnable> workers = new ArrayDeque<>();
  private final List<String> made = new ArrayList<>();
  private final KeyLine line = new KeyLine(workers::add, 1);

  private Runnable joins(String caller, String name) {
    Runnable makesKey = () -> made.add(name);
    line.join(caller, makesKey);
    return makesKey;
  }

  private void work() {
    while (!workers.isEmpty()) {
      workers.remove().run();
    }
  }

  @Test
  void aCallerWithManyConnectionsDelaysAnotherByOneKey() {
    for (int i = 0; i < 60; i++) {
      joins("greedy", "greedy" + i);
    }
    joins("honest", "honest");

    work();

    assertEquals(List.of("greedy0", "honest", "greedy1"), made.subList(0, 3));
    assertEquals(61, made.size());
  }

  @Test
  void aConnectionThatHasClosedGetsNoKey() {
    joins("alice", "first");
    Runnable closed = joins("alice", "closed");
    line.leave("alice", closed);

    work();

    assertEquals(List.of("first"), made);
  }

  @Test
  void noMoreKeysAreMadeAtATimeThanThereIsRoomFor() {
    KeyLine wide = new KeyLine(workers::add, 2);
    for (int i = 0; i < 5; i++) {
      wide.join("alice", () -> made.add("key"));
    }

    assertEquals(2, workers.size());
    work();
    assertEquals(5, made.size());
  }

  @Test
  void anErrorEndsOneKeyAndNotTheLine() {
    line.join(
        "alice",
        () -> {
          throw new IllegalStateException("no randomness");
        });
    joins("bob", "second");

    assertThrows(IllegalStateException.class, () -> workers.remove().run());
    work();

    assertEquals(List.of("second"), made);
  }
}
