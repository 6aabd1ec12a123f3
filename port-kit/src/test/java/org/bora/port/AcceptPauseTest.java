package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptPauseTest {

  private final List<String> did = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private final AcceptPause pause =
      new AcceptPause(
          () -> did.add("stop"),
          () -> did.add("go on"),
          (task, after) -> later.add(task),
          () -> 0L);

  @Test
  void acceptingRestsAfterEachRefusalAndGoesOnByItself() {
    pause.refused(new IOException("Too many open files"));
    assertEquals(List.of("stop"), did);
    assertEquals(1, later.size());

    later.removeFirst().run();
    pause.refused(new IOException("Too many open files"));
    later.removeFirst().run();
    pause.accepted();

    assertEquals(List.of("stop", "go on", "stop", "go on"), did);
    assertEquals(List.of(), later);
  }
}
