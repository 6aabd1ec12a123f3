package org.bora.backend.stage.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AreaLanesTest {
  private final List<Runnable> threads = new ArrayList<>();
  private final AreaLanes lanes = new AreaLanes(threads::add);
  private final List<String> done = new ArrayList<>();

  @Test
  void anAreasWorkIsDoneInOrder() {
    lanes.add("a", () -> done.add("a1"));
    lanes.add("b", () -> done.add("b1"));
    lanes.add("a", () -> done.add("a2"));
    assertEquals(2, threads.size(), "one for each area");
    threads.forEach(Runnable::run);
    assertEquals(List.of("a1", "a2", "b1"), done);
  }

  @Test
  @Timeout(20)
  void aLaneWhoseThreadWasEndedByAnErrorIsNotWaitedFor() throws InterruptedException {
    lanes.add(
        "a",
        () -> {
          throw new StackOverflowError();
        });
    lanes.add("a", () -> done.add("never"));
    assertThrows(StackOverflowError.class, threads.getFirst()::run);
    lanes.await();
    assertEquals(List.of(), done);
    lanes.add("a", () -> done.add("later"));
    assertEquals(2, threads.size(), "the area has a thread again");
    threads.getLast().run();
    assertEquals(Set.of("later"), Set.copyOf(done));
  }
}
