package org.bora.launcher.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.bora.launcher.control.Answer;
import org.junit.jupiter.api.Test;

class HealthVerbTest {

  private static Answer asked(Optional<String> missing, boolean serving) {
    return new HealthVerb(() -> missing, () -> serving).run(List.of());
  }

  @Test
  void whoServesIsWell() {
    assertEquals(new Answer(true, List.of("serving")), asked(Optional.empty(), true));
  }

  @Test
  void whoIsTakenOutOfServiceIsWellToo() {
    assertEquals(new Answer(true, List.of("leaving")), asked(Optional.empty(), false));
  }

  @Test
  void whoLacksSomethingSaysWhat() {
    assertEquals(
        new Answer(false, List.of("the database: gone")),
        asked(Optional.of("the database: gone"), false));
  }
}
