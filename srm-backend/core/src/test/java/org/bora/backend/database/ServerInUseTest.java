package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerInUseTest {
  private final List<Boolean> left = new ArrayList<>();
  private final List<Runnable> whenChanged = new ArrayList<>();
  private final ServerInUse server =
      new ServerInUse(
          List.of("one", "two", "three"),
          () -> {
            if (!whenChanged.isEmpty()) {
              whenChanged.removeFirst().run();
            }
          });

  private void note() {
    left.add(server.wasLeftSince(server.turns()));
  }

  @Test
  void whatBeganBeforeOrDuringAChangeMayHaveFailedByIt() {
    int before = server.turns();
    assertFalse(server.wasLeftSince(before));
    whenChanged.add(this::note);
    server.change(0, 1);
    assertEquals(List.of(true), left);
    assertTrue(server.wasLeftSince(before));
    assertFalse(server.wasLeftSince(server.turns()));
  }

  @Test
  void anotherChangeInTheMidstOfOneHidesNeither() {
    whenChanged.add(() -> server.change(1, 2));
    whenChanged.add(this::note);
    server.change(0, 1);
    assertEquals(List.of(true), left);
    assertEquals(2, server.index());
    assertFalse(server.wasLeftSince(server.turns()));
  }

  @Test
  void whoComesLaterChangesNothing() {
    server.change(0, 1);
    int turns = server.turns();
    server.change(0, 2);
    assertEquals(1, server.index());
    assertFalse(server.wasLeftSince(turns));
  }
}
